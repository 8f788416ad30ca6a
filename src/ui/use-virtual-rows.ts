import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Lists with at least this many rows are virtualized. Shorter ones render completely, so that the
 * browser can search and print all rows.
 */
const minVirtualizedRows = 100;

/**
 * Rows rendered beyond the viewport. Tab, dragging or fast scrolling can reach them before the next
 * frame.
 */
const overscan = 8;

/** Measures the height of a row with the gap below it, in CSS pixels. */
const measureRowHeight = (row: HTMLElement): number =>
  row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // Render synchronously, because the browser captures the page right after the event.
    const onBefore = () => flushSync(() => setIsPrinting(true));
    const onAfter = () => setIsPrinting(false);
    addEventListener('beforeprint', onBefore);
    addEventListener('afterprint', onAfter);
    return () => {
      removeEventListener('beforeprint', onBefore);
      removeEventListener('afterprint', onAfter);
    };
  }, []);
  return isPrinting;
}

const isNarrow = () => matchMedia('(max-width: 859px)').matches;

/**
 * Makes the End key lead to the end of the page although the rows on the way turn out to be taller
 * than estimated.
 * @param height the height of the list, which each measured row corrects
 */
function useEndKey(height: number): void {
  const isGoingToEnd = useRef(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      isGoingToEnd.current = event.key === 'End' && event.target === document.body;
      if (!isGoingToEnd.current) return;
      // The browser would scroll smoothly to the estimated end.
      event.preventDefault();
      scrollTo(scrollX, document.documentElement.scrollHeight);
    };
    const onOtherInput = () => {
      isGoingToEnd.current = false;
    };
    addEventListener('keydown', onKeyDown);
    for (const type of ['wheel', 'pointerdown'] as const) {
      addEventListener(type, onOtherInput, { passive: true });
    }
    return () => {
      removeEventListener('keydown', onKeyDown);
      for (const type of ['wheel', 'pointerdown'] as const) removeEventListener(type, onOtherInput);
    };
  }, []);
  useLayoutEffect(() => {
    if (isGoingToEnd.current) scrollTo(scrollX, document.documentElement.scrollHeight);
  }, [height]);
}

interface Options {
  /** Row IDs in order. Pass the same array while nothing has changed. */
  ids: readonly string[];
  /** Estimated row height in CSS pixels, as a table row and as a card. */
  estimatedHeights: { wide: number; narrow: number };
  /**
   * Rows that stay rendered outside the viewport, because they have the focus or are being dragged.
   */
  pinnedIds: readonly (string | null)[];
}

/**
 * Virtualizes a list that scrolls with the page. Short lists render completely.
 * @param list the element that contains the rows
 */
export function useVirtualRows<Row extends HTMLElement>(
  list: RefObject<HTMLElement | null>,
  { ids, estimatedHeights, pinnedIds }: Options,
) {
  const [listTop, setListTop] = useState(0);
  const isPrinting = useIsPrinting();
  const isWhole = isPrinting || ids.length < minVirtualizedRows;

  const rangeExtractor = (range: Range): number[] => {
    if (isWhole) return [...ids.keys()];
    const seen = new Set(defaultRangeExtractor(range));
    for (const id of pinnedIds) {
      const index = id === null ? -1 : ids.indexOf(id);
      if (index !== -1) seen.add(index);
    }
    return [...seen].sort((a, b) => a - b);
  };

  const virtualizer = useWindowVirtualizer<Row>({
    count: ids.length,
    estimateSize: () => (isNarrow() ? estimatedHeights.narrow : estimatedHeights.wide),
    // Keyed by ID, so that a moved row keeps its measured size.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    measureElement: measureRowHeight,
    rangeExtractor,
    overscan,
    scrollMargin: listTop,
    scrollPaddingStart: 24,
    scrollPaddingEnd: 96,
  });

  const height = virtualizer.getTotalSize();
  useEndKey(height);

  // After every render, because the content above the list can change its height.
  useLayoutEffect(() => {
    if (!list.current) return;
    setListTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });

  return {
    /**
     * `top`: offset from the start of the list, in CSS pixels. Each row needs `data-index`, and
     * `measure` as its ref.
     */
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      top: start - listTop,
      size,
    })),
    measure: virtualizer.measureElement,
    height,
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
