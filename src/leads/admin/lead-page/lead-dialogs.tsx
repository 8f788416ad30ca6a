import { useRef, useState } from 'react';
import { collectPlainMessages, type FieldMessages } from '../../../content/kit/form/form-state';
import { useErrorFocus } from '../../../content/kit/form/use-error-focus';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { parseDateTimeInput, toDateTimeInput } from '../../../lib/wall-time';
import { ChoiceButtons } from '../../../ui/ChoiceButtons';
import { FormDialog } from '../../../ui/FormDialog';
import { InputField, SelectField, TextareaField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import type { Lead } from '../../contract';
import { contactInput } from '../../detail-contract';
import { getTomorrowMorning } from '../format-due';
import { LeadStage } from '../lead-parts';
import { useAddTask, usePatchLead, useRecordContact } from '../mutations';
import { useLostReasons } from '../queries';
import * as styles from './dialogs.module.css';

interface Props {
  lead: Lead;
  onClose: () => void;
}

const results = ['Reached', 'Left a message', 'No answer'].map((one) => [one, one] as const);

/** Joins a choice and a text to a note. Either may be empty. */
const joinLines = (choice: string, text: string) =>
  [choice, text.trim()].filter((part) => part !== '').join('\n');

/** Records a call with its result and a note, and when it was and how long it took. */
export function LogCallDialog({ lead, onClose }: Props) {
  const [result, setResult] = useState('Reached');
  const [note, setNote] = useState('');
  const [time, setTime] = useState('');
  const [minutes, setMinutes] = useState('');
  const [errors, setErrors] = useState<FieldMessages>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const record = useRecordContact();
  const trySave = useTrySave();
  const toast = useToast();

  async function submit() {
    const call = contactInput.safeParse({
      channel: 'phone',
      note: joinLines(result, note),
      at: parseDateTimeInput(time),
      minutes: minutes.trim() === '' ? null : minutes,
    });
    setErrors(call.success ? {} : collectPlainMessages(call.error.issues));
    if (!call.success) return focusFirstError();
    if (!(await trySave(() => record.mutateAsync({ id: lead.id, ...call.data })))) return;
    toast({ title: 'Call logged' });
    onClose();
  }

  return (
    <FormDialog
      title={`Call with ${lead.contactName}`}
      submitLabel={record.isPending ? 'Saving...' : 'Save call'}
      isBusy={record.isPending}
      formClass={styles.form}
      formRef={formRef}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceButtons legend="Result" options={results} value={result} onChange={setResult} />
      <TextareaField
        label="What was said"
        optional
        maxLength={4_000}
        value={note}
        onChange={setNote}
      />
      <div className={formStyles.twoColumns}>
        <InputField
          label="When"
          optional
          hint="Now if it is empty."
          error={errors.at}
          type="datetime-local"
          value={time}
          onChange={setTime}
        />
        <InputField
          label="Minutes"
          optional
          error={errors.minutes}
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
        />
      </div>
      {lead.status === 'new' && (
        <p className={styles.effect}>
          <LeadStage status="contacted" isPlain />
          Saving moves {lead.companyName} from new to contacted.
        </p>
      )}
    </FormDialog>
  );
}

/** Closes a lead as lost, and asks why. The reason becomes a note. */
export function LostDialog({ lead, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [details, setDetails] = useState('');
  const { data: reasons = [] } = useLostReasons();
  const patch = usePatchLead();
  const trySave = useTrySave();

  async function submit() {
    const text = joinLines(reason, details);
    const isSaved = await trySave(() =>
      patch.mutateAsync({
        id: lead.id,
        patch: { status: 'closed_lost', ...(text !== '' && { note: `Closed lost: ${text}` }) },
      }),
    );
    if (isSaved) onClose();
  }

  return (
    <FormDialog
      title={`Close ${lead.companyName} as lost`}
      submitLabel="Close as lost"
      isBusy={patch.isPending}
      formClass={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Why was it lost?"
        optional
        value={reason}
        options={[
          { value: '', label: 'Choose a reason' },
          ...reasons.map((one) => ({ value: one, label: one })),
        ]}
        onChange={setReason}
      />
      <TextareaField
        label="Details"
        optional
        hint="Saved as a note with the reason. Only your team sees it."
        maxLength={1_000}
        value={details}
        onChange={setDetails}
      />
    </FormDialog>
  );
}

interface DueProps {
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
function DueDialog({ title, text, due, submitLabel, isBusy, save, onClose }: DueProps) {
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
        maxLength={200}
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
export function NextStepDialog({ lead, onClose }: Props) {
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
