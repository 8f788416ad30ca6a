import { type FormEvent, useId, useRef, useState } from 'react';
import { useSessionRecovery } from '../../../../foundation/auth/admin/SessionProvider';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field } from '../../../../ui/Field';
import * as formStyles from '../../../../ui/form.module.css';
import type { Lead } from '../../contract';
import { usePatchLead } from '../desk-queries';
import { getTomorrowMorning, parseLocalInput, toLocalInput } from '../format-due';
import * as styles from './dialogs.module.css';

const maxLength = 200;

/** Sets what is done next about a lead, and when. */
export function NextStepDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [text, setText] = useState(lead.nextStep?.text ?? '');
  const [due, setDue] = useState(() =>
    toLocalInput(lead.nextStep ? new Date(lead.nextStep.dueAt) : getTomorrowMorning()),
  );
  const [isChecked, setIsChecked] = useState(false);
  const textField = useRef<HTMLInputElement>(null);
  const dueField = useRef<HTMLInputElement>(null);
  const patch = usePatchLead();
  const retryAfterSignIn = useSessionRecovery();
  const formId = useId();
  const dueAt = parseLocalInput(due);
  const isTextMissing = text.trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (patch.isPending) return;
    setIsChecked(true);
    if (isTextMissing) return textField.current?.focus();
    if (dueAt === null) return dueField.current?.focus();
    try {
      await retryAfterSignIn(() =>
        patch.mutateAsync({ id: lead.id, patch: { nextStep: { text: text.trim(), dueAt } } }),
      );
    } catch {
      // The toast says why.
      return;
    }
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Next step"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={patch.isPending}>
            {patch.isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field label="What" error={isChecked && isTextMissing ? 'Say what to do next' : undefined}>
          {(control) => (
            <input
              {...control}
              ref={textField}
              className={formStyles.input}
              maxLength={maxLength}
              value={text}
              placeholder="Send the proposal"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="When"
          error={isChecked && dueAt === null ? 'Enter a date and a time' : undefined}
        >
          {(control) => (
            <input
              {...control}
              ref={dueField}
              className={formStyles.input}
              type="datetime-local"
              value={due}
              onChange={(event) => setDue(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
