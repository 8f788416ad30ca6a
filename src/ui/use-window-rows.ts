import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Rows beyond the screen's edges: what Tab, a drag or a fast finger reaches before the next frame. */
const overscan = 8;

/** A row's room: its height and the gap below it, in CSS pixels. */
const roomOf = (row: HTMLElement): number =>
  row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

const isNarrow = () => matchMedia('(max-width: 859px)').matches;

interface Options {
  /** The rows' ids in their order; the same array as long as nothing has changed. */
  ids: readonly string[];
  /** A row's likely room in CSS pixels, as a line and as a card. */
  likely: { wide: number; narrow: number };
  /** Rows that stay even when they are off the screen: the focus, or a drag, is on them. */
  kept: readonly (string | null)[];
}

/**
 * The rows of a list that the page scrolls, as far as they are on the screen.
 * @param list what holds the rows
 */
export function useWindowRows<Row extends HTMLElement>(
  list: RefObject<HTMLElement | null>,
  { ids, likely, kept }: Options,
) {
  const [above, setAbove] = useState(0);

  const rangeExtractor = (range: Range): number[] => {
    const seen = new Set(defaultRangeExtractor(range));
    for (const id of kept) {
      const index = id === null ? -1 : ids.indexOf(id);
      if (index !== -1) seen.add(index);
    }
    return [...seen].sort((a, b) => a - b);
  };

  const virtualizer = useWindowVirtualizer<Row>({
    count: ids.length,
    estimateSize: () => (isNarrow() ? likely.narrow : likely.wide),
    // A row keeps its measured size wherever it is moved.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    measureElement: roomOf,
    rangeExtractor,
    overscan,
    scrollMargin: above,
    scrollPaddingStart: 24,
    scrollPaddingEnd: 96,
  });

  // After each render: what stands above the list can have changed its height.
  useLayoutEffect(() => {
    if (!list.current) return;
    setAbove(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });

  return {
    /** `top`: from the start of the list, in CSS pixels. Each row carries `data-index` and `measure` as its ref. */
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      top: start - above,
      size,
    })),
    measure: virtualizer.measureElement,
    /** The room of all rows, in CSS pixels. */
    height: virtualizer.getTotalSize(),
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
