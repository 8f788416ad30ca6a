import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../Button';
import { Dialog } from './Dialog';
import { useUnsavedDialog } from './use-unsaved-dialog';

export interface DialogFormProps {
  /** The fields. */
  children: ReactNode;
  cancelLabel?: string;
  submitLabel: string;
  /** Whether the action deletes or discards something. */
  isDanger?: boolean | undefined;
  isBusy: boolean;
  isCancelDisabled?: boolean;
  formClass?: string | undefined;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Called when the form is sent, unless it is busy. */
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
}

/** Returns a form and the buttons that cancel and send it, which stand outside of it in a footer. */
export function useDialogForm(props: DialogFormProps): { form: ReactNode; footer: ReactNode } {
  const { children, cancelLabel = 'Cancel', submitLabel, isDanger, isBusy, ...rest } = props;
  const { isCancelDisabled, formClass, formRef, onSubmit, onClose } = rest;
  const id = useId();
  return {
    form: (
      <form
        id={id}
        {...(formRef && { ref: formRef })}
        className={formClass}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit(event.currentTarget);
        }}
        noValidate
      >
        {children}
      </form>
    ),
    footer: (
      <>
        <Button variant="secondary" onClick={onClose} disabled={isCancelDisabled}>
          {cancelLabel}
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={id} busy={isBusy}>
          {submitLabel}
        </Button>
      </>
    ),
  };
}

interface Props extends DialogFormProps {
  title: string;
  /** True if the form has text that would be lost: asks before the dialog closes. */
  isChanged?: boolean;
  /** Content above the form. */
  intro?: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
}

/** Modal dialog with one form, which is sent or canceled in the footer. */
export function FormDialog({ title, isChanged = false, intro, after, ...props }: Props) {
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, props.onClose);
  const { form, footer } = useDialogForm({ ...props, onClose: close });
  return (
    <Dialog open onClose={close} title={title} footer={footer}>
      {intro}
      {form}
      {after}
      {unsavedDialog}
    </Dialog>
  );
}
