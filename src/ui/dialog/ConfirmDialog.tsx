import type { ComponentProps } from 'react';
import { Button } from '../Button';
import { Dialog } from './Dialog';

type DialogProps = ComponentProps<typeof Dialog>;

interface ConfirmDialogProps
  extends Pick<DialogProps, 'open' | 'title' | 'description' | 'note' | 'children'> {
  cancelLabel?: string;
  /** Whether the action deletes or discards something. */
  isDanger?: boolean | undefined;
  confirmLabel: string;
  /**
   * Whether the action runs. Then the dialog can be closed (Escape, Close), but Cancel is disabled,
   * because it can no longer cancel.
   */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Modal dialog that asks before an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancelLabel = 'Cancel', confirmLabel, isDanger, isBusy, ...rest } = props;
  const { onConfirm, onCancel, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      onClose={onCancel}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={isBusy}>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} onClick={onConfirm} busy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

interface ConfirmDeleteProps {
  /** Name of the item to delete; null while the dialog is closed. */
  name: string | null;
  /** Text that states what remains after the deletion, and for how long. */
  note: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a deletion. */
export function ConfirmDelete({ name, note, pending, onConfirm, onCancel }: ConfirmDeleteProps) {
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
