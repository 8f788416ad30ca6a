import { useState } from 'react';
import { formatDateTime } from '../../../lib/time/format-date';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { ShowMore } from '../../../ui/QueryState';
import { useToast } from '../../../ui/toast/toast';
import { useErrorToast } from '../../auth/admin/SessionProvider';
import type { DeletedItem } from '../contract';
import { HistoryState } from './ItemHistory';
import * as styles from './ItemHistory.module.css';
import { useDeletedItems, useDeleteHistory, useRestoreDeleted } from './queries';

interface Props {
  /** Last segment of the list's URL: "talents". */
  path: string;
  /** Plural for use in a sentence: "case studies". */
  pluralLabel: string;
  getName: (item: Record<string, unknown>) => string;
  /** Called after an item was restored or deleted for good, or when that failed. */
  onSettled: () => void;
}

/** Collapsed list of items deleted within a year, to restore them or delete them for good. */
export function DeletedItems(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Recently deleted</summary>
      {open && <DeletedItemList {...props} />}
    </details>
  );
}

function DeletedItemList({ path, pluralLabel, getName, onSettled }: Props) {
  const deleted = useDeletedItems(path);
  const undelete = useRestoreDeleted(path);
  const forget = useDeleteHistory(path);
  const toast = useToast();
  const showError = useErrorToast();
  const [confirming, setConfirming] = useState<DeletedItem | null>(null);

  if (!deleted.data)
    return <HistoryState subject={`list of deleted ${pluralLabel}`} query={deleted} />;
  const items = deleted.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className={styles.state}>{`No deleted ${pluralLabel}.`}</p>;

  const runAction = (action: Promise<unknown>, successTitle: string) =>
    action.then(() => toast({ title: successTitle }), showError).finally(onSettled);

  async function confirm(item: DeletedItem) {
    await runAction(forget.mutateAsync(item.itemId), 'Deleted for good');
    // The owner may have closed the dialog and opened it for another item.
    setConfirming((now) => (now === item ? null : now));
  }

  return (
    <>
      <ol className={styles.entries}>
        {items.map((item) => (
          <DeletedItemEntry
            key={item.itemId}
            item={item}
            name={getName(item.before)}
            isRestoring={undelete.isPending}
            onRestore={() => runAction(undelete.mutateAsync(item.itemId), 'Restored')}
            onDelete={() => setConfirming(item)}
          />
        ))}
      </ol>
      <ShowMore list={deleted}>Show older</ShowMore>
      <ConfirmDelete
        name={confirming && getName(confirming.before)}
        note="Its content and history are erased immediately. Only the date and who deleted it stay on record."
        pending={forget.isPending}
        onConfirm={() => confirming && confirm(confirming)}
        onCancel={() => setConfirming(null)}
      />
    </>
  );
}

interface EntryProps {
  item: DeletedItem;
  name: string;
  isRestoring: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

function DeletedItemEntry({ item, name, isRestoring, onRestore, onDelete }: EntryProps) {
  return (
    <li>
      <div className={styles.header}>
        <p>
          <b>{name}</b> deleted {item.by && `by ${item.by}, `}
          <time dateTime={item.at}>{formatDateTime(item.at)}</time>
        </p>
        <p className={styles.restoreActions}>
          <button
            type="button"
            className={styles.restore}
            aria-label={`Restore ${name}`}
            disabled={isRestoring}
            onClick={onRestore}
          >
            Restore
          </button>
          <button
            type="button"
            className={styles.restore}
            aria-label={`Delete for good: ${name}`}
            onClick={onDelete}
          >
            Delete for good
          </button>
        </p>
      </div>
    </li>
  );
}
