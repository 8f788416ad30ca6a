import { Button } from './Button';
import { Dialog } from './Dialog';

interface Props {
  /** Name of the item to delete; null while the dialog is closed. */
  name: string | null;
  /** Text that states what remains after the deletion, and for how long. */
  note: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Confirms a deletion. While the deletion runs, the dialog can be closed (Escape, Close), but
 * Cancel is disabled, because it can no longer cancel.
 */
export function ConfirmDelete({ name, note, pending, onConfirm, onCancel }: Props) {
  return (
    <Dialog
      open={name !== null}
      onClose={onCancel}
      title="Are you sure?"
      // The specification's sentence, unchanged. The note describes what actually happens.
      description={`This will permanently delete ${name}. This action cannot be undone.`}
      note={note}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm} busy={pending}>
            {pending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    />
  );
}
