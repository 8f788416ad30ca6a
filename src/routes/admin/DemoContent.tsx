import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { collections } from '../../content/collections/collections';
import { contentCountsKey } from '../../content/counts/queries';
import { getNoun, type Noun } from '../../content/kit/define-collection';
import { collectionKey } from '../../content/kit/queries';
import { type DemoState, demoUndoMs } from '../../content/setup';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { formatCount } from '../../lib/format-number';
import { request } from '../../lib/network/http-client';
import { formatDateTime } from '../../lib/time/format-date';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { Undo2 } from '../../ui/icons/desk-icons';
import { useToast } from '../../ui/toast/toast';
import * as styles from './DemoContent.module.css';
import { setupKey } from './setup-queries';

/** Query key of the demo content. An edited item is no longer part of it. */
export const demoKey = ['/api', 'demo'] as const;

export const useDemoState = () => useQuery<DemoState>({ queryKey: demoKey, staleTime: 0 });

/** Removes all demo content, or restores it. Then refetches what it was part of. */
function useDemoMutation(action: 'remove' | 'restore') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<DemoState>(`${demoKey.join('/')}/${action}`, { method: 'POST' }),
    onSuccess: (state) => client.setQueryData(demoKey, state),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: contentCountsKey });
      void client.invalidateQueries({ queryKey: setupKey });
      for (const { path } of collections) {
        void client.invalidateQueries({ queryKey: collectionKey(path) });
      }
    },
  });
}

/** Names of the collections' demo items, in the order of the dialog. */
const nouns = new Map<string, Noun>([
  ['talents', ['drawn person', 'drawn people']],
  ['case-studies', ['case study', 'case studies']],
  ['packages', ['package', 'packages']],
  ['stats', ['hero number', 'hero numbers']],
]);
for (const collection of collections) {
  if (!nouns.has(collection.path)) nouns.set(collection.path, getNoun(collection));
}

interface Count {
  path: string;
  count: number;
  noun: string;
}

const countItems = ({ items }: DemoState): Count[] =>
  [...nouns].flatMap(([path, [one, several]]) => {
    const count = items[path]?.length ?? 0;
    return count > 0 ? [{ path, count, noun: count === 1 ? one : several }] : [];
  });

interface Props {
  /** Whether to offer the removal; the checklist offers it as well. */
  offersRemoval: boolean;
  demo: DemoContentActions;
}

/** Rows of the overview: remove all demo content, and restore it within a day. */
export function DemoContent({ offersRemoval, demo }: Props) {
  const { total, restorableUntil, row } = demo;
  return (
    <div ref={row} tabIndex={-1}>
      {offersRemoval && total > 0 && (
        <Notice
          heading={`${formatCount(total, 'demo item is', 'demo items are')} on the site.`}
          text="Remove them before you open."
        >
          <Button variant="secondary" size="touch" onClick={demo.ask}>
            Remove all demo content
          </Button>
        </Notice>
      )}
      {restorableUntil && (
        <Notice
          heading="The demo content is gone."
          text={`You can bring it back until ${formatDateTime(restorableUntil)}.`}
        >
          <Button variant="secondary" size="touch" busy={demo.isRestoring} onClick={demo.bringBack}>
            <Undo2 />
            Bring it back
          </Button>
        </Notice>
      )}
      {demo.dialog}
    </div>
  );
}

type DemoContentActions = ReturnType<typeof useDemoContent>;

/** Removes all demo content after a confirmation, and restores it. */
export function useDemoContent() {
  const { data } = useDemoState();
  const remove = useDemoMutation('remove');
  const restore = useDemoMutation('restore');
  const [isAsking, setIsAsking] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const showError = useErrorToast();
  const counts = data ? countItems(data) : [];
  const total = counts.reduce((sum, { count }) => sum + count, 0);

  async function bringBack() {
    try {
      const state = await restore.mutateAsync();
      const restored = countItems(state).reduce((sum, { count }) => sum + count, 0);
      toast({ title: `${formatCount(restored, 'demo item')} restored` });
    } catch (error) {
      showError(error);
    }
    row.current?.focus();
  }

  async function confirm() {
    try {
      const { items, restorableUntil } = await remove.mutateAsync();
      const left = Object.values(items).flat().length;
      setIsAsking(false);
      toast({
        title: `${formatCount(total - left, 'demo item')} removed`,
        ...(restorableUntil && {
          description: `You can undo this until ${formatDateTime(restorableUntil)}.`,
        }),
        action: { label: 'Undo', run: () => void bringBack() },
      });
    } catch (error) {
      setIsAsking(false);
      showError(error);
    }
  }

  return {
    total,
    restorableUntil: data?.restorableUntil,
    isRestoring: restore.isPending,
    /** The rows, which take the focus when the button that had it is gone. */
    row,
    ask: () => setIsAsking(true),
    bringBack,
    dialog: (
      <RemoveDialog
        open={isAsking}
        counts={counts}
        total={total}
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    ),
  };
}

interface NoticeProps {
  heading: string;
  text: string;
  children: ReactNode;
}

function Notice({ heading, text, children }: NoticeProps) {
  return (
    <div className={styles.row}>
      <p>
        <b>{heading}</b> {text}
      </p>
      {children}
    </div>
  );
}

interface RemoveDialogProps {
  open: boolean;
  counts: readonly Count[];
  total: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Confirmation before the demo content is removed. Names what is removed, what stays, and until
 * when it can be restored.
 */
function RemoveDialog({ open, counts, total, busy, onConfirm, onClose }: RemoveDialogProps) {
  const end = formatDateTime(new Date(Date.now() + demoUndoMs).toISOString());
  return (
    <ConfirmDialog
      open={open}
      title="Remove all demo content?"
      description="This leaves the site and the lists at once:"
      cancelLabel="Keep it"
      confirmLabel={busy ? 'Removing...' : `Remove ${formatCount(total, 'demo item')}`}
      isDanger
      isBusy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <ul className={styles.counts}>
        {counts.map(({ path, count, noun }) => (
          <li key={path}>
            <b>{count}</b>
            <span>{noun}</span>
          </li>
        ))}
      </ul>
      <p className={styles.stays}>
        {`What you added or edited stays, and so do leads, settings and packages that were paid. You can bring the demo back until ${end}.`}
      </p>
    </ConfirmDialog>
  );
}
