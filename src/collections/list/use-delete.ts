import { useState } from 'react';
import { isSessionEnd } from '../../features/auth/admin-session';
import { HttpError, serverMessage } from '../../lib/http';
import { useToast } from '../../ui/toast';
import { useCollectionMutations } from '../collection-mutations';
import type { CollectionPath } from '../index';

/** What a refused deletion says: the server's reason when the item is still needed, else the specification's text. */
function deleteFailure(error: unknown): string {
  const fallback = 'Failed to delete. Please try again.';
  return error instanceof HttpError && error.status === 409
    ? serverMessage(error, fallback)
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
  const [asked, setAsked] = useState<string | null>(null);

  async function undo(id: string) {
    try {
      await restore.mutateAsync({ id });
    } catch (error) {
      if (isSessionEnd(error)) return;
      const description = serverMessage(error, 'Something went wrong. Please try again.');
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
      if (isSessionEnd(error)) return;
      toast({ title: 'Error', description: deleteFailure(error), tone: 'bad' });
      return;
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => void undo(id) } });
    onDeleted(id);
    setAsked((now) => (now === id ? null : now));
  }

  return {
    /** The item that the question is about. */
    asked,
    ask: setAsked,
    confirm,
    cancel: () => setAsked(null),
    pending: remove.isPending && remove.variables === asked,
  };
}
