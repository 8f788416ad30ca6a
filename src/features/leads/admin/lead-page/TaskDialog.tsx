import { type FormEvent, useId, useRef, useState } from 'react';
import { useSessionRecovery } from '../../../../foundation/auth/admin/SessionProvider';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field } from '../../../../ui/Field';
import * as formStyles from '../../../../ui/form.module.css';
import { useAddTask } from '../desk-queries';
import { getTomorrowMorning, parseLocalInput, toLocalInput } from '../format-due';
import * as styles from './dialogs.module.css';

const maxLength = 200;

/** Adds a task about a lead. */
export function TaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [due, setDue] = useState(() => toLocalInput(getTomorrowMorning()));
  const [isChecked, setIsChecked] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const addTask = useAddTask();
  const retryAfterSignIn = useSessionRecovery();
  const formId = useId();
  const isMissing = title.trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (addTask.isPending) return;
    setIsChecked(true);
    if (isMissing) return titleField.current?.focus();
    try {
      await retryAfterSignIn(() =>
        addTask.mutateAsync({ id, title: title.trim(), dueAt: parseLocalInput(due) }),
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
      title="Add task"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={addTask.isPending}>
            Add task
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field label="Task" error={isChecked && isMissing ? 'Say what to do' : undefined}>
          {(control) => (
            <input
              {...control}
              ref={titleField}
              className={formStyles.input}
              maxLength={maxLength}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label="Due" optional>
          {(control) => (
            <input
              {...control}
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
