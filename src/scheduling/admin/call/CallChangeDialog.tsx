import { type ReactNode, useEffect, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../../foundation/auth/admin/use-form-submit';
import { useSite } from '../../../lib/site';
import { TextareaField } from '../../../ui/form/fields';
import { maxMessageLength } from '../../call';
import type { Call } from '../queries';
import { CallDialog } from './CallDialog';
import { useChangeToast } from './use-call-toast';

interface Props<Input> {
  title: string;
  description?: string;
  cancelLabel: string;
  /** The label of the button that sends it, without an email to the visitor and with one. */
  submitLabel: string;
  mailLabel: string;
  isDanger?: boolean;
  formClass?: string | undefined;
  message: {
    label: string;
    hint?: string;
    /** The error when there is no message. Without it, the message is optional. */
    missing?: string;
  };
  isComplete?: boolean;
  /** True if the fields above the message have text that would be lost. */
  isTyped?: boolean;
  mutation: {
    isPending: boolean;
    error: unknown;
    mutateAsync: (input: Input) => Promise<Call | readonly Call[]>;
  };
  getInput: (message: string) => Input;
  /** Title of the toast. */
  done: string;
  onDone?: () => void;
  onClose: () => void;
  /** Renders the fields above the message. `wasSent`: they show what is missing. */
  children?: (wasSent: boolean) => ReactNode;
  /** Fields below the message. */
  after?: ReactNode;
}

/** The form of a change of calls, with a message to the visitor unless email is turned off. */
export function CallChangeDialog<Input>(props: Props<Input>) {
  const { title, description, cancelLabel, isDanger, formClass, mutation, onClose } = props;
  const { missing, ...field } = props.message;
  const { isMailOff } = useSite();
  const [message, setMessage] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const trySave = useTrySave();
  const showChange = useChangeToast();
  const { formRef, focusFirstError } = useErrorFocus();
  const { error } = mutation;
  const isMessageMissing = missing !== undefined && !isMailOff && message.trim() === '';

  // The field has the server's error only once the mutation's is rendered, after `submit` has ended.
  useEffect(() => {
    if (error) focusFirstError();
  }, [error, focusFirstError]);

  async function submit() {
    setWasSent(true);
    if (props.isComplete === false || isMessageMissing) return focusFirstError();
    // The form closes only after a success, so that what was written stays.
    const isSaved = await trySave(async () =>
      showChange(props.done, await mutation.mutateAsync(props.getInput(message))),
    );
    if (!isSaved) return;
    props.onDone?.();
    onClose();
  }

  return (
    <CallDialog
      {...{ title, description, cancelLabel, isDanger, formClass, onClose }}
      submitLabel={isMailOff ? props.submitLabel : props.mailLabel}
      isBusy={mutation.isPending}
      formRef={formRef}
      isChanged={message !== '' || props.isTyped === true}
      onSubmit={submit}
    >
      {props.children?.(wasSent)}
      {!isMailOff && (
        <TextareaField
          {...field}
          maxLength={maxMessageLength}
          optional={missing === undefined}
          error={wasSent && isMessageMissing ? missing : undefined}
          readOnly={mutation.isPending}
          value={message}
          onChange={setMessage}
        />
      )}
      {props.after}
    </CallDialog>
  );
}
