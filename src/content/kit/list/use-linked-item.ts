import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

const parameter = 'item';

/** Builds the URL of a collection's tab that opens an item. */
export const buildItemUrl = (tab: string, id: string): string =>
  `/admin?${new URLSearchParams({ tab, [parameter]: id })}`;

/** Builds the URL of the settings that opens a block of a page. */
export const buildBlockUrl = (blockId: string): string =>
  `/admin/settings?${new URLSearchParams({ [parameter]: blockId })}`;

/** Opens the item that the URL names. Then removes it, so that a reload does not open it. */
export function useLinkedItem<T extends { id: string }>(
  items: readonly T[] | undefined,
  open: (item: T) => void,
): void {
  const query = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const id = query.get(parameter);
  const item = id === null ? undefined : items?.find((one) => one.id === id);

  useEffect(() => {
    if (!item) return;
    open(item);
    query.delete(parameter);
    navigate(`${path}?${query}`, { replace: true });
  }, [item]);
}
