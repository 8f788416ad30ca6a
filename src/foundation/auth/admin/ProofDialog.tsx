import { useRef } from 'react';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { useToast } from '../../../ui/toast/toast';
import type { Proof } from '../contract';
import { CodeField, PasswordField } from './proof-fields';
import * as styles from './SecurityView.module.css';
import { readField, useFormSubmit } from './use-form-submit';

interface Props {
  title: string;
  text: string;
  action: string;
  /** Whether the second factor is on, so a code is needed too. */
  needsCode: boolean;
  onProof: (proof: Proof) => Promise<unknown>;
  /** Title of the toast after it. */
  done?: string;
  onClose: () => void;
}

/**
 * Asks for the password, and the code if needed, before actions that a stolen session must not
 * perform.
 */
export function ProofDialog(props: Props) {
  const { title, text, action, needsCode } = props;
  const onClose = useCloseWhileOpen(props.onClose);
  const form = useRef<HTMLFormElement>(null);
  const { fields, busy, run } = useFormSubmit(form);
  const toast = useToast();
  // The second factor may have been turned on in another browser.
  const asksForCode = needsCode || fields.code !== undefined;

  function submit(sent: HTMLFormElement) {
    void run(async () => {
      await props.onProof({
        password: readField(sent, 'password'),
        ...(asksForCode && { code: readField(sent, 'code') }),
      });
      onClose();
      if (props.done) toast({ title: props.done });
    });
  }

  return (
    <FormDialog
      title={title}
      intro={<p>{text}</p>}
      submitLabel={action}
      isBusy={busy}
      formRef={form}
      formClass={styles.proof}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField error={fields.password} />
      {asksForCode && <CodeField error={fields.code} />}
    </FormDialog>
  );
}
