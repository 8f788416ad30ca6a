import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast';
import { isSessionEnd } from '../../auth/admin-session';
import type { Lead, Suspicion } from '../lead';
import { useLeadMutations } from './lead-queries';

const reasons: Record<Suspicion, string> = {
  'hidden-field': 'a field was filled in that people do not see',
  'too-fast': 'it was sent sooner than people type',
  'too-many': 'many came from the same address within minutes',
};

/** Why a lead is taken for spam, and the way to say that it is none. */
export function SuspectNote({ lead, suspect }: { lead: Lead; suspect: Suspicion }) {
  const { clearSuspicion } = useLeadMutations();
  const toast = useToast();
  const done = clearSuspicion.isSuccess;

  function clear() {
    clearSuspicion.mutate(lead.id, {
      onSuccess: () => toast({ title: 'Lead updated' }),
      onError(error) {
        if (isSessionEnd(error)) return;
        const description = serverMessage(error, 'Something went wrong. Please try again.');
        toast({ title: 'Error', description, tone: 'bad' });
      },
    });
  }

  return (
    <div className="suspect" role="status">
      {done ? (
        <p>No longer marked as spam. The contact gets the confirmation now.</p>
      ) : (
        <>
          <p>Suspected spam: {reasons[suspect]}. Its contact was not written to.</p>
          <Button variant="secondary" size="s" busy={clearSuspicion.isPending} onClick={clear}>
            Not spam
          </Button>
        </>
      )}
    </div>
  );
}
