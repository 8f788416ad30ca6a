import { ConfirmDialog } from './ConfirmDialog';

interface Props {
  /** Name of the item to delete; null while the dialog is closed. */
  name: string | null;
  /** Text that states what remains after the deletion, and for how long. */
  note: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a deletion. */
export function ConfirmDelete({ name, note, pending, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog
      open={name !== null}
      title="Are you sure?"
      // The specification's sentence, unchanged. The note describes what actually happens.
      description={`This will permanently delete ${name}. This action cannot be undone.`}
      note={note}
      confirmLabel={pending ? 'Deleting...' : 'Delete'}
      isDanger
      isBusy={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
