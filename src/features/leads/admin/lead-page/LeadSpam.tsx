import { useErrorToast } from '../../../../foundation/auth/admin/use-error-toast';
import { Button } from '../../../../ui/Button';
import { useToast } from '../../../../ui/toast';
import type { LeadDetail } from '../../detail-contract';
import { useLeadMutations } from '../queries';
import { spamReasonLabels } from '../SpamNotice';
import * as styles from './Notices.module.css';

/** Shows why a lead counts as spam, with a button to clear the mark. */
export function LeadSpam({ lead, onDelete }: { lead: LeadDetail; onDelete: () => void }) {
  const { clearSpamMark } = useLeadMutations();
  const toast = useToast();
  const showError = useErrorToast();
  if (lead.suspect === null || lead.deletedAt !== null) return null;
  const clear = () =>
    clearSpamMark.mutate(lead.id, {
      onSuccess: () => toast({ title: 'Lead updated' }),
      onError: (error) => showError(error),
    });
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
