import type { Lead } from '../../contract';
import { usePatchLead } from '../desk-queries';
import { DueDialog } from './DueDialog';

/** Sets the next step of a lead and when it is due. */
export function NextStepDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const patch = usePatchLead();
  return (
    <DueDialog
      title="Next step"
      text={{
        label: 'What',
        placeholder: 'Send the proposal',
        error: 'Say what to do next',
        initial: lead.nextStep?.text,
      }}
      due={{ label: 'When', initial: lead.nextStep?.dueAt }}
      submitLabel={patch.isPending ? 'Saving...' : 'Save'}
      isBusy={patch.isPending}
      save={async (text, dueAt) => {
        if (dueAt) await patch.mutateAsync({ id: lead.id, patch: { nextStep: { text, dueAt } } });
      }}
      onClose={onClose}
    />
  );
}
