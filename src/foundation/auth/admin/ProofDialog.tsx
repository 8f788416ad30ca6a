import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { CodeField, PasswordField } from './proof-fields';
import * as styles from './SecurityView.module.css';
import type { Proof } from './security-queries';
import { readField, useFormSubmit } from './use-form-submit';

interface Props {
  title: string;
  text: string;
  action: string;
  /** Whether the second factor is on, so a code is needed too. */
  needsCode: boolean;
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks for the password, and the code if needed, before actions that a stolen session must not
 * perform.
 */
export function ProofDialog({ title, text, action, needsCode, onProof, onClose }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { fields, busy, run } = useFormSubmit(form);
  // The second factor may have been turned on in another browser.
  const asksForCode = needsCode || fields.code !== undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    void run(() =>
      onProof({
        password: readField(currentTarget, 'password'),
        ...(asksForCode && { code: readField(currentTarget, 'code') }),
      }),
    );
  }

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
          <Button type="submit" form={formId} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form id={formId} ref={form} className={styles.proof} onSubmit={submit} noValidate>
        <PasswordField error={fields.password} />
        {asksForCode && (
          <CodeField error={fields.code} hint="From your authenticator app, or a recovery code." />
        )}
      </form>
    </Dialog>
  );
}
