import type { ComponentProps } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import type { DialogFormProps } from './FormDialog';

type DialogProps = ComponentProps<typeof Dialog>;

interface Props
  extends Pick<DialogProps, 'open' | 'title' | 'description' | 'note' | 'children'>,
    Pick<DialogFormProps, 'cancelLabel' | 'isDanger'> {
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
export function ConfirmDialog(props: Props) {
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
