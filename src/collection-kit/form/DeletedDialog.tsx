import { ConfirmDialog } from '../../ui/ConfirmDialog';

interface Props {
  /** Singular name of an item, for use in a sentence. */
  noun: string;
  onSave: () => void;
  onClose: () => void;
}

/** Reports that the item in the form was deleted, and offers to save the form as a new item. */
export function DeletedDialog({ noun, onSave, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      title={`This ${noun} is deleted`}
      description={`Someone else deleted this ${noun} in the meantime. Your text is still here: you can save it as a new ${noun}.`}
      cancelLabel="Back to the form"
      confirmLabel={`Save as new ${noun}`}
      onConfirm={onSave}
      onCancel={onClose}
    />
  );
}
