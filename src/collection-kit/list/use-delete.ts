import { useState } from 'react';
import type { CollectionPath } from '../../features/collections';
import { isSessionExpired } from '../../foundation/auth/admin/queries';
import { getServerMessage, HttpError } from '../../lib/http-client';
import { useToast } from '../../ui/toast';
import { useCollectionMutations } from '../mutations';

/** What a refused deletion says: the server's reason when the item is still needed, else the specification's text. */
function getDeleteErrorMessage(error: unknown): string {
  const fallback = 'Failed to delete. Please try again.';
  return error instanceof HttpError && error.status === 409
    ? getServerMessage(error, fallback)
    : fallback;
}

interface Options {
  /** Called when an item has gone. */
  onDeleted: (id: string) => void;
  /** Called when a deletion was undone. */
  onRestored: (id: string) => void;
}

/** Deleting an item of a collection: the question, the call, and the way back for as long as the toast shows. */
export function useDelete(path: CollectionPath, { onDeleted, onRestored }: Options) {
  const { remove, restore } = useCollectionMutations(path);
  const toast = useToast();
  const [idToDelete, setIdToDelete] = useState<string | null>(null);

  async function undo(id: string) {
    try {
      await restore.mutateAsync({ id });
    } catch (error) {
      if (isSessionExpired(error)) return;
      const description = getServerMessage(error, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
      return;
    }
    toast({ title: 'Restored' });
    onRestored(id);
  }

  async function confirm(id: string) {
    try {
      await remove.mutateAsync(id);
    } catch (error) {
      if (isSessionExpired(error)) return;
      toast({ title: 'Error', description: getDeleteErrorMessage(error), tone: 'bad' });
      return;
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => void undo(id) } });
    onDeleted(id);
    setIdToDelete((now) => (now === id ? null : now));
  }

  return {
    /** The item that the question is about. */
    asked: idToDelete,
    ask: setIdToDelete,
    confirm,
    cancel: () => setIdToDelete(null),
    pending: remove.isPending && remove.variables === idToDelete,
  };
}
