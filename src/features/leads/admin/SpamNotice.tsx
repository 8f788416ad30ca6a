import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast';
import type { Lead, SpamReason } from '../contract';
import * as styles from './LeadStatusDialog.module.css';
import { spamReasonLabels } from './labels';
import { useClearSpamMark } from './mutations';

/** Shows why a lead is suspected spam, with a button to clear the mark. */
export function SpamNotice({ lead, reason }: { lead: Lead; reason: SpamReason }) {
  const clearSpamMark = useClearSpamMark();
  const toast = useToast();
  const isCleared = clearSpamMark.isSuccess;

  const markAsNotSpam = () =>
    clearSpamMark.mutate(lead.id, { onSuccess: () => toast({ title: 'Lead updated' }) });

  return (
    <div className={styles.spamNotice} role="status">
      {isCleared ? (
        <p>No longer marked as spam. The contact now gets the confirmation email.</p>
      ) : (
        <>
          <p>
            Suspected spam: {spamReasonLabels[reason]}. No confirmation was sent to the contact.
          </p>
          <Button
            variant="secondary"
            size="s"
            busy={clearSpamMark.isPending}
            onClick={markAsNotSpam}
          >
            Not spam
          </Button>
        </>
      )}
    </div>
  );
}
