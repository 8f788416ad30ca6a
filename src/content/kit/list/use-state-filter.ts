import { useMemo, useState } from 'react';
import type { BaseItem } from '../define-collection';
import { isTakenDown } from '../publication';
import { useDemoIds } from './DemoBadge';

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
export function useStateFilter<T extends BaseItem>(items: readonly T[]) {
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
