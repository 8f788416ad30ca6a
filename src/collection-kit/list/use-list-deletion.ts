import type { RefObject } from 'react';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { useDelete } from './use-delete';
import type { FocusRequest } from './use-list-focus';

interface Options<T> {
  visibleItems: readonly T[];
  section: RefObject<HTMLElement | null>;
  onFocusRequest: (focusRequest: FocusRequest) => void;
}

/** Deletes items of a list after a confirmation, and moves the focus to their neighbor. */
export function useListDeletion<T extends BaseItem>(
  mutations: CollectionMutations<T>,
  allItems: readonly T[],
  { visibleItems, section, onFocusRequest }: Options<T>,
) {
  const deletion = useDelete(mutations, {
    onDeleted(ids) {
      const isLeft = (item: T) => !ids.includes(item.id);
      const index = visibleItems.findIndex((item) => !isLeft(item));
      const neighbor = visibleItems.slice(index).find(isLeft) ?? visibleItems[index - 1];
      if (neighbor) onFocusRequest({ id: neighbor.id, controls: ['delete'] });
      else section.current?.focus();
    },
    onRestored([id]) {
      if (id !== undefined) onFocusRequest({ id, controls: ['edit'] });
    },
  });
  return {
    ...deletion,
    /**
     * The items whose deletion awaits confirmation. Empty when someone else has deleted them
     * meanwhile. That closes the dialog.
     */
    items: allItems.filter((item) => deletion.asked.includes(item.id)),
  };
}

export type ListDeletion<T extends BaseItem> = ReturnType<typeof useListDeletion<T>>;
