import { useState } from 'react';
import { formatMoment } from '../../lib/format-date';
import { serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';
import { ConfirmDelete } from '../../ui/ConfirmDelete';
import { useToast } from '../../ui/toast';
import { isSessionEnd } from '../auth/admin-session';
import type { DeletedItem } from './audit-entry';
import { HistoryFailure, HistoryWait } from './HistoryStates';
import { useDeletedItems, useForget, useUndelete } from './history-queries';
import './item-history.css';

interface Props {
  /** Last segment of the list's address: "talents". */
  path: string;
  /** What the list holds, in a sentence: "case studies". */
  what: string;
  nameOf: (item: Record<string, unknown>) => string;
}

/** What was deleted within a year, folded up: to be brought back, or to be deleted for good. */
export function DeletedItems(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="hist" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Recently deleted</summary>
      {open && <Items {...props} />}
    </details>
  );
}

function Items({ path, what, nameOf }: Props) {
  const deleted = useDeletedItems(path);
  const undelete = useUndelete(path);
  const forget = useForget(path);
  const toast = useToast();
  const [asked, setAsked] = useState<DeletedItem | null>(null);

  if (deleted.isPending) return <HistoryWait what={`deleted ${what}`} />;
  if (!deleted.data) return <HistoryFailure what={`list of deleted ${what}`} query={deleted} />;
  const items = deleted.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="hist-w">{`No deleted ${what}.`}</p>;

  async function tell(action: Promise<unknown>, done: string) {
    try {
      await action;
      toast({ title: done });
    } catch (failure) {
      if (isSessionEnd(failure)) return;
      const description = serverMessage(failure, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
    }
  }

  async function confirm({ itemId }: DeletedItem) {
    await tell(forget.mutateAsync(itemId), 'Deleted for good');
    setAsked(null);
  }

  return (
    <>
      <ol className="hist-es">
        {items.map((item) => {
          const name = nameOf(item.before);
          return (
            <li key={item.itemId}>
              <div className="hist-h">
                <p>
                  <b>{name}</b> deleted {item.by && `by ${item.by}, `}
                  <time dateTime={item.at}>{formatMoment(item.at)}</time>
                </p>
                <p className="hist-rs">
                  <button
                    type="button"
                    className="hist-r"
                    aria-label={`Restore ${name}`}
                    disabled={undelete.isPending}
                    onClick={() => tell(undelete.mutateAsync(item.itemId), 'Restored')}
                  >
                    Restore
                  </button>
                  <button
                    type="button"
                    className="hist-r"
                    aria-label={`Delete for good: ${name}`}
                    onClick={() => setAsked(item)}
                  >
                    Delete for good
                  </button>
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {deleted.hasNextPage && (
        <Button
          variant="secondary"
          size="s"
          busy={deleted.isFetchingNextPage}
          onClick={() => deleted.fetchNextPage()}
        >
          Show older
        </Button>
      )}
      <ConfirmDelete
        name={asked && nameOf(asked.before)}
        note="Its texts and its history are erased now. Only the date and who deleted it stay on record."
        pending={forget.isPending}
        onConfirm={() => asked && confirm(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
