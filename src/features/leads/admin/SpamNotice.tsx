import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast';
import type { Lead, SpamReason } from '../contract';
import * as styles from './LeadStatusDialog.module.css';
import { useLeadMutations } from './queries';

/** Texts for the reasons why a lead looks like spam. */
export const spamReasonLabels: Record<SpamReason, string> = {
  'hidden-field': 'a hidden field was filled in',
  'too-fast': 'it was sent faster than a person types',
  'too-many': 'many inquiries came from the same address within minutes',
  text: 'the text reads like advertising',
  'by-hand': 'you marked it',
};

/** Shows why a lead is suspected spam, with a button to clear the mark. */
export function SpamNotice({ lead, reason }: { lead: Lead; reason: SpamReason }) {
  const { clearSpamMark } = useLeadMutations();
  const toast = useToast();
  const showError = useErrorToast();
  const isCleared = clearSpamMark.isSuccess;

  function markAsNotSpam() {
    clearSpamMark.mutate(lead.id, {
      onSuccess: () => toast({ title: 'Lead updated' }),
      onError: (error) => showError(error),
    });
  }

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
