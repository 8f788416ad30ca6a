import { useState } from 'react';
import { getConflictMessage } from '../../lib/network/http-client';
import { useToast } from '../toast/toast';

interface Options {
  remove: (ids: readonly string[]) => Promise<unknown>;
  /** Undoes a deletion. */
  restore: (ids: readonly string[]) => void;
  onDeleted: (ids: readonly string[]) => void;
  showError: (error: unknown, description: string) => void;
}

/** Deletes items after a confirmation, with Undo for as long as the toast shows. */
export function useDeletion<T extends { id: string }>(options: Options) {
  const { remove, restore, onDeleted, showError } = options;
  const toast = useToast();
  const [asked, ask] = useState<readonly T[]>([]);
  const [deleting, setDeleting] = useState<readonly T[]>([]);

  async function confirm() {
    const ids = asked.map(({ id }) => id);
    setDeleting(asked);
    try {
      await remove(ids);
    } catch (error) {
      showError(error, getConflictMessage(error, 'Failed to delete. Please try again.'));
      return;
    } finally {
      setDeleting([]);
    }
    toast({ title: 'Deleted successfully', action: { label: 'Undo', run: () => restore(ids) } });
    onDeleted(ids);
    // The owner may have closed the dialog and opened it for another item.
    ask((now) => (now === asked ? [] : now));
  }

  return {
    /** The items whose deletion awaits confirmation. */
    asked,
    ask,
    confirm,
    cancel: () => ask([]),
    pending: deleting.length > 0 && deleting === asked,
  };
}

export type Deletion<T extends { id: string }> = ReturnType<typeof useDeletion<T>>;
