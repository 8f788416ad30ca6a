import { useMemo, useState } from 'react';
import { usePersistentText } from '../../../lib/browser/release-reload';
import { toComparable } from '../../../lib/to-comparable';
import type { BaseItem } from '../define-collection';
import { isTakenDown } from '../publication';
import { getStateTexts, useDemoIds } from './PublishState';

type FilterName = 'drafts' | 'scheduled' | 'down' | 'demo';

/** A filter that some of the items match. */
interface StateFilterChoice {
  name: FilterName;
  label: string;
  count: number;
}

type Matcher = (item: BaseItem, demoIds: ReadonlySet<string>) => boolean;

const filters: readonly [name: FilterName, label: string, matches: Matcher][] = [
  ['drafts', 'Drafts', (item) => item.state === 'draft' && !isTakenDown(item)],
  ['scheduled', 'Scheduled', ({ publishAt }) => Boolean(publishAt)],
  ['down', 'Taken down', isTakenDown],
  ['demo', 'Demo', ({ id }, demoIds) => demoIds.has(id)],
];

/** Filters a list by whether visitors see its items. Offers only filters that change the list. */
function useStateFilter<T extends BaseItem>(items: readonly T[]) {
  const demoIds = useDemoIds();
  const [chosen, setChosen] = useState<FilterName | null>(null);
  const groups = useMemo(
    () =>
      filters.map(([name, label, matches]) => ({
        name,
        label,
        items: items.filter((item) => matches(item, demoIds)),
      })),
    [items, demoIds],
  );
  const current = groups.find(({ name, items: { length } }) => name === chosen && length > 0);
  const choices: StateFilterChoice[] = groups
    .map(({ name, label, items: { length } }) => ({ name, label, count: length }))
    .filter(({ count }) => count > 0 && count < items.length);
  return {
    items: current?.items ?? items,
    /** Null for all items. */
    current: current?.name ?? null,
    choices,
    total: items.length,
    choose: setChosen,
  };
}

export type StateFilterControl = Omit<ReturnType<typeof useStateFilter>, 'items'>;

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
