import { formatDateTime, formatMonthDay } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast/toast';
import { undoPeriodMs } from '../../contract';
import type { LeadDetail } from '../../detail-contract';
import { spamReasonLabels } from '../labels';
import { useClearSpamMark, useRestoreLead } from '../mutations';
import * as styles from './Notices.module.css';

/**
 * Shows until when a deleted lead can be restored, with a button to restore it; for any other lead,
 * when retention is going to delete it.
 */
export function DeletedNotice({ lead }: { lead: LeadDetail }) {
  const restore = useRestoreLead();
  if (lead.deletedAt === null) {
    if (lead.expiresAt === null) return null;
    return (
      <div className={styles.notice} role="status">
        <p>
          <b>Will be deleted on {formatMonthDay(new Date(lead.expiresAt))}.</b> Nothing has happened
          here for as long as you keep leads. A note, a call or a next step keeps it.
        </p>
      </div>
    );
  }
  const end = new Date(Date.parse(lead.deletedAt) + undoPeriodMs);
  return (
    <div className={styles.notice} role="status">
      <p>
        <b>Deleted {formatDateTime(lead.deletedAt)}.</b> It is gone for good on{' '}
        {formatMonthDay(end)}.
      </p>
      <Button
        variant="secondary"
        size="s"
        busy={restore.isPending}
        onClick={() => restore.mutate(lead.id)}
      >
        Restore
      </Button>
    </div>
  );
}

/** Shows why a lead counts as spam, with a button to clear the mark. */
export function LeadSpam({ lead, onDelete }: { lead: LeadDetail; onDelete: () => void }) {
  const clearSpamMark = useClearSpamMark();
  const toast = useToast();
  if (lead.suspect === null || lead.deletedAt !== null) return null;
  const clear = () =>
    clearSpamMark.mutate(lead.id, { onSuccess: () => toast({ title: 'Lead updated' }) });
  return (
    <div className={styles.notice}>
      <p>
        <b>Suspected spam:</b> {spamReasonLabels[lead.suspect]}. The contact got no confirmation.
      </p>
      <span className={styles.actions}>
        <Button variant="secondary" size="s" busy={clearSpamMark.isPending} onClick={clear}>
          Not spam
        </Button>
        <Button variant="quiet" size="s" onClick={onDelete}>
          Delete
        </Button>
      </span>
    </div>
  );
}
