import { useMemo } from 'react';
import { usePersistentText } from '../../lib/release-reload';
import type { BaseItem } from '../define-collection';
import { getStateTexts } from './PublishState';
import { searchItems } from './search-items';
import { useStateFilter } from './use-state-filter';

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
