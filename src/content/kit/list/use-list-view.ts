import { useMemo } from 'react';
import { usePersistentText } from '../../../lib/browser/release-reload';
import { toComparable } from '../../../lib/to-comparable';
import type { BaseItem } from '../define-collection';
import { getStateTexts } from './PublishState';
import { useStateFilter } from './use-state-filter';

/**
 * Finds the items whose texts contain all words of the search.
 * @returns `items` itself for an empty search
 */
export function searchItems<T>(
  items: readonly T[],
  getTexts: (item: T) => readonly string[],
  search: string,
): readonly T[] {
  const words = toComparable(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = toComparable(getTexts(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/**
 * Manages which items of a list are shown: by their state and by a search.
 * @param path the collection's path
 * @param items all items, in order
 */
export function useListView<T extends BaseItem>(
  path: string,
  items: readonly T[],
  getSearchTexts: (item: T) => string[],
) {
  const [searchText, setSearchText] = usePersistentText(`search-${path}`);
  const { items: inState, ...filter } = useStateFilter(items);
  const visibleItems = useMemo(
    () =>
      searchItems(inState, (item) => [...getSearchTexts(item), ...getStateTexts(item)], searchText),
    [inState, getSearchTexts, searchText],
  );
  const isSearched = searchText.trim() !== '';
  return {
    visibleItems,
    filter,
    searchText,
    setSearchText,
    isSearched,
    isFiltered: isSearched || filter.current !== null,
    showAll() {
      setSearchText('');
      filter.choose(null);
    },
  };
}

export type ListView<T extends BaseItem> = ReturnType<typeof useListView<T>>;
