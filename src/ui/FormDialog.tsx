import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

interface Props {
  title: string;
  /** Content above the form. */
  intro?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  formClass?: string | undefined;
  formRef?: RefObject<HTMLFormElement | null>;
  /** Called when the form is sent, unless it is busy. */
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
}

/** Modal dialog with one form, which is sent or canceled in the footer. */
export function FormDialog(props: Props) {
  const { title, intro, children, after, submitLabel, isBusy, formClass, formRef } = props;
  const { onSubmit, onClose } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <form
        id={formId}
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
      {after}
    </Dialog>
  );
}
