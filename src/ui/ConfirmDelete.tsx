import { Button } from './Button';
import { Dialog } from './Dialog';

interface Props {
  /** What would be deleted; null while nothing is asked. */
  name: string | null;
  /** What is left of it afterwards, and for how long. */
  note: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks before something is deleted. While it is being deleted the question can be put
 * away (Escape, Close), but Cancel is off: it would promise what it can no longer do.
 */
export function ConfirmDelete({ name, note, pending, onConfirm, onCancel }: Props) {
  return (
    <Dialog
      open={name !== null}
      onClose={onCancel}
      title="Are you sure?"
      // The specification's sentence stays as it is; what really happens follows it.
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
