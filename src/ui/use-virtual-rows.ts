import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows from which on a list is windowed. A shorter one is whole, so that the browser finds and prints all of it. */
const minVirtualizedRows = 100;

/** Rows beyond the screen's edges: what Tab, a drag or a fast finger reaches before the next frame. */
const overscan = 8;

/** A row's room: its height and the gap below it, in CSS pixels. */
const measureRowHeight = (row: HTMLElement): number =>
  row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

/** Whether the page is being printed: paper has no screen that the rows could be around. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes its picture of the page right after the event.
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

interface Options {
  /** The rows' ids in their order; the same array as long as nothing has changed. */
  ids: readonly string[];
  /** A row's likely room in CSS pixels, as a line and as a card. */
  estimatedHeights: { wide: number; narrow: number };
  /** Rows that stay even when they are off the screen: the focus, or a drag, is on them. */
  pinnedIds: readonly (string | null)[];
}

/**
 * The rows of a list that the page scrolls: all of a short one, and of a long one those on the screen.
 * @param list what holds the rows
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
    // A row keeps its measured size wherever it is moved.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    measureElement: measureRowHeight,
    rangeExtractor,
    overscan,
    scrollMargin: listTop,
    scrollPaddingStart: 24,
    scrollPaddingEnd: 96,
  });

  // After each render: what stands above the list can have changed its height.
  useLayoutEffect(() => {
    if (!list.current) return;
    setListTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });

  return {
    /** `top`: from the start of the list, in CSS pixels. Each row carries `data-index` and `measure` as its ref. */
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      top: start - listTop,
      size,
    })),
    measure: virtualizer.measureElement,
    /** The room of all rows, in CSS pixels. */
    height: virtualizer.getTotalSize(),
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
