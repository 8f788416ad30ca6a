import { useErrorToast } from '../../foundation/auth/admin/use-error-toast';
import { getConflictMessage } from '../../lib/http-client';
import { ConfirmDelete } from '../../ui/ConfirmDialog';
import { useToast } from '../../ui/toast';
import type { Lead } from '../contract';
import { useDeleteLead, useRestoreLead } from './mutations';

interface Props {
  /** The lead to delete; null while the dialog is closed. */
  lead: Lead | null;
  onDeleted: (lead: Lead) => void;
  onCancel: () => void;
}

/** Note of the delete dialog: how long a deleted lead can be restored. */
export const deletedLeadNote =
  'A deleted lead is kept for 30 days. Then its message, calls and history are erased, and only the date and who deleted it stay on record.';

/** Confirms and deletes a lead. */
export function DeleteLeadDialog({ lead, onDeleted, onCancel }: Props) {
  const remove = useDeleteLead();
  const restore = useRestoreLead();
  const toast = useToast();
  const showError = useErrorToast();

  async function confirm() {
    if (!lead) return;
    try {
      await remove.mutateAsync(lead.id);
    } catch (error) {
      showError(error, getConflictMessage(error, 'Failed to delete. Please try again.'));
      return;
    }
    toast({
      title: 'Deleted successfully',
      action: { label: 'Undo', run: () => restore.mutate(lead.id) },
    });
    onDeleted(lead);
  }

  return (
    <ConfirmDelete
      name={lead ? lead.companyName : null}
      note={deletedLeadNote}
      pending={remove.isPending && remove.variables === lead?.id}
      onConfirm={confirm}
      onCancel={onCancel}
    />
  );
}
