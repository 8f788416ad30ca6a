import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

interface Props {
  /** Singular name of an item, for use in a sentence. */
  noun: string;
  onSave: () => void;
  onClose: () => void;
}

/** Reports that the item in the form was deleted, and offers to save the form as a new item. */
export function DeletedDialog({ noun, onSave, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`This ${noun} is deleted`}
      description={`Someone else deleted this ${noun} in the meantime. Your text is still here: you can save it as a new ${noun}.`}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back to the form
          </Button>
          <Button onClick={onSave}>{`Save as new ${noun}`}</Button>
        </>
      }
    />
  );
}
