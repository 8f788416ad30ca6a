import { useRef, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { parseDateTimeInput, toDateTimeInput } from '../../../lib/wall-time';
import { FormDialog } from '../../../ui/FormDialog';
import { InputField } from '../../../ui/fields';
import type { Lead } from '../../contract';
import { getTomorrowMorning } from '../format-due';
import { useAddTask, usePatchLead } from '../mutations';
import * as styles from './dialogs.module.css';

const maxLength = 200;

interface Props {
  title: string;
  text: { label: string; placeholder?: string; error: string; initial?: string | undefined };
  due: { label: string; isOptional?: boolean; initial?: string | undefined };
  submitLabel: string;
  isBusy: boolean;
  /** Stores the entered text, and the time unless it is optional and was left out. */
  save: (text: string, dueAt: string | null) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is to be done and when: 9 AM tomorrow, unless something else is chosen. */
function DueDialog({ title, text, due, submitLabel, isBusy, save, onClose }: Props) {
  const [typed, setTyped] = useState(text.initial ?? '');
  const [time, setTime] = useState(() =>
    toDateTimeInput(due.initial ? new Date(due.initial) : getTomorrowMorning()),
  );
  const [isChecked, setIsChecked] = useState(false);
  const textField = useRef<HTMLInputElement>(null);
  const dueField = useRef<HTMLInputElement>(null);
  const trySave = useTrySave();
  const dueAt = parseDateTimeInput(time);
  const isTextMissing = typed.trim() === '';
  const isDueMissing = dueAt === null && !due.isOptional;

  async function submit() {
    setIsChecked(true);
    if (isTextMissing) return textField.current?.focus();
    if (isDueMissing) return dueField.current?.focus();
    if (await trySave(() => save(typed.trim(), dueAt))) onClose();
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isBusy}
      formClass={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        label={text.label}
        error={isChecked && isTextMissing ? text.error : undefined}
        ref={textField}
        maxLength={maxLength}
        value={typed}
        placeholder={text.placeholder}
        onChange={setTyped}
      />
      <InputField
        label={due.label}
        {...(due.isOptional && { optional: true })}
        error={isChecked && isDueMissing ? 'Enter a date and a time' : undefined}
        ref={dueField}
        type="datetime-local"
        value={time}
        onChange={setTime}
      />
    </FormDialog>
  );
}

/** Sets the next step of a lead and when it is due. */
export function NextStepDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const patch = usePatchLead();
  return (
    <DueDialog
      title="Next step"
      text={{
        label: 'What',
        placeholder: 'Send the proposal',
        error: 'Say what to do next',
        initial: lead.nextStep?.text,
      }}
      due={{ label: 'When', initial: lead.nextStep?.dueAt }}
      submitLabel={patch.isPending ? 'Saving...' : 'Save'}
      isBusy={patch.isPending}
      save={async (text, dueAt) => {
        if (dueAt) await patch.mutateAsync({ id: lead.id, patch: { nextStep: { text, dueAt } } });
      }}
      onClose={onClose}
    />
  );
}

/** Adds a task about a lead. */
export function TaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const addTask = useAddTask();
  return (
    <DueDialog
      title="Add task"
      text={{ label: 'Task', error: 'Say what to do' }}
      due={{ label: 'Due', isOptional: true }}
      submitLabel="Add task"
      isBusy={addTask.isPending}
      save={(title, dueAt) => addTask.mutateAsync({ id, title, dueAt })}
      onClose={onClose}
    />
  );
}
