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
  onDeleted: (id: string) => void;
  onRestored: (id: string) => void;
}

/**
 * Deletes an item of a collection after a confirmation, with Undo for as long as the toast shows.
 */
export function useDelete<T extends BaseItem>(
  { remove, restore }: CollectionMutations<T>,
  { onDeleted, onRestored }: Options,
) {
  const toast = useToast();
  const showError = useErrorToast();
  const [idToDelete, setIdToDelete] = useState<string | null>(null);

  async function undo(id: string) {
    try {
      await restore.mutateAsync(id);
    } catch (error) {
      showError(error);
      return;
    }
    toast({ title: 'Restored' });
    onRestored(id);
  }

  async function confirm(id: string) {
    try {
      await remove.mutateAsync(id);
    } catch (error) {
      showError(error, getDeleteErrorMessage(error));
      return;
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => void undo(id) } });
    onDeleted(id);
    setIdToDelete((now) => (now === id ? null : now));
  }

  return {
    /** Id of the item whose deletion awaits confirmation. */
    asked: idToDelete,
    ask: setIdToDelete,
    confirm,
    cancel: () => setIdToDelete(null),
    pending: remove.isPending && remove.variables === idToDelete,
  };
}

export type Deletion = ReturnType<typeof useDelete>;
