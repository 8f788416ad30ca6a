import { type RefObject, useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { getConflictMessage } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import type { FocusRequest } from './use-list-focus';

interface Options<T> {
  visibleItems: readonly T[];
  section: RefObject<HTMLElement | null>;
  onFocusRequest: (focusRequest: FocusRequest) => void;
}

/**
 * Deletes items of a list after a confirmation, with Undo for as long as the toast shows. Moves the
 * focus to the neighbor of a deleted item.
 */
export function useListDeletion<T extends BaseItem>(
  { remove, restore }: CollectionMutations<T>,
  allItems: readonly T[],
  { visibleItems, section, onFocusRequest }: Options<T>,
) {
  const toast = useToast();
  const showError = useErrorToast();
  const [idsToDelete, setIdsToDelete] = useState<readonly string[]>([]);

  function focusNeighbor(ids: readonly string[]) {
    const isLeft = (item: T) => !ids.includes(item.id);
    const index = visibleItems.findIndex((item) => !isLeft(item));
    const neighbor = visibleItems.slice(index).find(isLeft) ?? visibleItems[index - 1];
    if (neighbor) onFocusRequest({ id: neighbor.id, controls: ['delete'] });
    else section.current?.focus();
  }

  async function undo(ids: readonly string[]) {
    try {
      await restore.mutateAsync(ids);
    } catch (error) {
      showError(error);
      return;
    }
    toast({ title: 'Restored' });
    const [id] = ids;
    if (id !== undefined) onFocusRequest({ id, controls: ['edit'] });
  }

  async function confirm(ids: readonly string[]) {
    try {
      await remove.mutateAsync(ids);
    } catch (error) {
      showError(error, getConflictMessage(error, 'Failed to delete. Please try again.'));
      return;
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => void undo(ids) } });
    focusNeighbor(ids);
    setIdsToDelete((now) => (now === ids ? [] : now));
  }

  return {
    /** Ids of the items whose deletion awaits confirmation. */
    asked: idsToDelete,
    ask: setIdsToDelete,
    confirm,
    cancel: () => setIdsToDelete([]),
    pending: remove.isPending && remove.variables === idsToDelete,
    /**
     * The items whose deletion awaits confirmation. Empty when someone else has deleted them
     * meanwhile. That closes the dialog.
     */
    items: allItems.filter((item) => idsToDelete.includes(item.id)),
  };
}

export type ListDeletion<T extends BaseItem> = ReturnType<typeof useListDeletion<T>>;
