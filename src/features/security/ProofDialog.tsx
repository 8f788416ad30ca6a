import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { CodeField, PasswordField } from './proof-fields';
import type { Proof } from './security-queries';
import { typed, useFormFailure } from './use-form-failure';

interface Props {
  title: string;
  text: string;
  action: string;
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code before what a stolen session must not do. */
export function ProofDialog({ title, text, action, onProof, onClose }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { fields, busy, run } = useFormFailure(form);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    void run(() =>
      onProof({ password: typed(currentTarget, 'password'), code: typed(currentTarget, 'code') }),
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
      <form id={formId} ref={form} className="proof" onSubmit={submit} noValidate>
        <PasswordField error={fields.password} />
        <CodeField error={fields.code} hint="Of your authenticator app, or a recovery code." />
      </form>
    </Dialog>
  );
}
