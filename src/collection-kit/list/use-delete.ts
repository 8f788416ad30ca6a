import { useState } from 'react';
import { useErrorToast } from '../../foundation/auth/admin/use-error-toast';
import { getServerMessage, HttpError } from '../../lib/http-client';
import { useToast } from '../../ui/toast';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';

/**
 * Returns the server's reason when the item is still needed (409), otherwise the specification's
 * text.
 */
function getDeleteErrorMessage(error: unknown): string {
  const fallback = 'Failed to delete. Please try again.';
  return error instanceof HttpError && error.status === 409
    ? getServerMessage(error, fallback)
    : fallback;
}

interface Options {
  onDeleted: (ids: readonly string[]) => void;
  onRestored: (ids: readonly string[]) => void;
}

/**
 * Deletes items of a collection after a confirmation, with Undo for as long as the toast shows.
 */
export function useDelete<T extends BaseItem>(
  { remove, restore }: CollectionMutations<T>,
  { onDeleted, onRestored }: Options,
) {
  const toast = useToast();
  const showError = useErrorToast();
  const [idsToDelete, setIdsToDelete] = useState<readonly string[]>([]);

  async function undo(ids: readonly string[]) {
    try {
      await restore.mutateAsync(ids);
    } catch (error) {
      showError(error);
      return;
    }
    toast({ title: 'Restored' });
    onRestored(ids);
  }

  async function confirm(ids: readonly string[]) {
    try {
      await remove.mutateAsync(ids);
    } catch (error) {
      showError(error, getDeleteErrorMessage(error));
      return;
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => void undo(ids) } });
    onDeleted(ids);
    setIdsToDelete((now) => (now === ids ? [] : now));
  }

  return {
    /** Ids of the items whose deletion awaits confirmation. */
    asked: idsToDelete,
    ask: setIdsToDelete,
    confirm,
    cancel: () => setIdsToDelete([]),
    pending: remove.isPending && remove.variables === idsToDelete,
  };
}
