import { useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { FormDialog } from '../../../ui/FormDialog';
import { TextareaField } from '../../../ui/fields';
import type { Lead } from '../../contract';
import { usePatchLead } from '../mutations';

const maxLength = 1_000;

/** Closes a lead as lost, and asks why. The reason becomes a note. */
export function LostDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const patch = usePatchLead();
  const trySave = useTrySave();

  async function submit() {
    const text = reason.trim();
    const isSaved = await trySave(() =>
      patch.mutateAsync({
        id: lead.id,
        patch: { status: 'closed_lost', ...(text !== '' && { note: `Closed lost: ${text}` }) },
      }),
    );
    if (isSaved) onClose();
  }

  return (
    <FormDialog
      title={`Close ${lead.companyName} as lost`}
      submitLabel="Close as lost"
      isBusy={patch.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField
        label="Why was it lost?"
        optional
        hint="Saved as a note. Only your team sees it."
        maxLength={maxLength}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
