import { formatDateTime, getDateFormat } from '../../../../lib/format-date';
import { DAY } from '../../../../lib/time';
import { Button } from '../../../../ui/Button';
import type { LeadDetail } from '../../contract';
import { useRestoreLead } from '../desk-queries';
import * as styles from './Notices.module.css';

/** How long a deleted lead can be restored. */
const restoreMs = 30 * DAY;

/** Says that the lead was deleted, until when it can be restored, and restores it. */
export function DeletedNotice({ lead }: { lead: LeadDetail }) {
  const restore = useRestoreLead();
  if (lead.deletedAt === null) return null;
  const end = new Date(Date.parse(lead.deletedAt) + restoreMs);
  const day = getDateFormat({ month: 'long', day: 'numeric' }).format(end);
  return (
    <div className={styles.notice} role="status">
      <p>
        <b>Deleted {formatDateTime(lead.deletedAt)}.</b> It is gone for good on {day}.
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
