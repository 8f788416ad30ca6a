import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDialog';
import { useDeletion } from '../../ui/list/use-deletion';
import type { Lead } from '../contract';
import { useDeleteLead, useRestoreLead } from './mutations';

/** Note of the delete dialog: how long a deleted lead can be restored. */
export const deletedLeadNote =
  'A deleted lead is kept for 30 days, and until a call that is booked with it is over. Then its message, calls and history are erased, and only the date and who deleted it stay on record.';

/** Deletes a lead after a dialog has asked. */
export function useLeadDeletion(onDeleted: (id: string) => void) {
  const remove = useDeleteLead();
  const restore = useRestoreLead();
  const { asked, ask, confirm, cancel, pending } = useDeletion<Lead>({
    remove: (ids) => Promise.all(ids.map((id) => remove.mutateAsync(id))),
    restore: (ids) => ids.map((id) => restore.mutate(id)),
    onDeleted: (ids) => ids.map(onDeleted),
    showError: useErrorToast(),
  });
  return {
    isOpen: asked.length > 0,
    ask: (lead: Lead) => ask([lead]),
    dialog: (
      <ConfirmDelete
        name={asked[0]?.companyName ?? null}
        note={deletedLeadNote}
        pending={pending}
        onConfirm={confirm}
        onCancel={cancel}
      />
    ),
  };
}
