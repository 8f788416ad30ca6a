import { useState } from 'react';
import { useTrySave } from '../../foundation/auth/admin/use-try-save';
import { getTomorrowMorning } from '../../leads/admin/format-due';
import { parseDateTimeInput, toDateTimeInput } from '../../lib/wall-time';
import { ChoiceButtons } from '../../ui/ChoiceButtons';
import { InputField, TextareaField } from '../../ui/fields';
import type { CallResult } from '../call';
import type { CallResultInput } from '../contract';
import { CallDialog } from './CallDialog';
import * as styles from './CallDialog.module.css';
import { formatCallStart, getCallPersonName } from './call-labels';
import { type Call, useLogCallResult } from './queries';
import { useResultToast } from './use-call-toast';

const results = [
  ['took_place', 'It took place'],
  ['no_show', 'No-show'],
] as const satisfies [CallResult, string][];

const maxNoteLength = 5_000;
const maxStepLength = 200;

/** Says what stays in the lead when the result is undone. */
function describeUndo({ note, nextStep }: Pick<CallResultInput, 'note' | 'nextStep'>): string {
  if (note && nextStep) return 'Undo keeps the note and the next step.';
  if (nextStep) return 'Undo keeps the next step.';
  return note ? 'Undo keeps the note.' : '';
}

interface Props {
  call: Call;
  onClose: () => void;
}

/** Records the result of a call: whether it took place, a note, and the lead's next step. */
export function LogResultDialog({ call, onClose }: Props) {
  const [result, setResult] = useState<CallResult>(call.result ?? 'took_place');
  const [note, setNote] = useState('');
  const [step, setStep] = useState('');
  const [due, setDue] = useState(() => toDateTimeInput(getTomorrowMorning()));
  const [isChecked, setIsChecked] = useState(false);
  const log = useLogCallResult();
  const trySave = useTrySave();
  const showResult = useResultToast();
  const dueAt = parseDateTimeInput(due);
  const isDueMissing = step.trim() !== '' && dueAt === null;

  async function submit() {
    setIsChecked(true);
    if (isDueMissing) return;
    const nextStep = step.trim() && dueAt ? { text: step.trim(), dueAt } : null;
    const input = { id: call.id, result, note: note.trim() || null, nextStep };
    const isSaved = await trySave(async () =>
      showResult('Result logged', describeUndo(input), call, await log.mutateAsync(input)),
    );
    if (isSaved) onClose();
  }

  return (
    <CallDialog
      title="Log result"
      onClose={onClose}
      submitLabel={log.isPending ? 'Saving...' : 'Save result'}
      isBusy={log.isPending}
      onSubmit={submit}
    >
      <p className={styles.call}>
        <b>{call.name ?? getCallPersonName(call)}</b>
        {formatCallStart(call)}
      </p>
      <ChoiceButtons legend="Result" options={results} value={result} onChange={setResult} />
      {/* Notes and next steps belong to a lead. */}
      {call.leadId !== null && (
        <>
          <TextareaField
            label="Note"
            optional
            maxLength={maxNoteLength}
            value={note}
            onChange={setNote}
          />
          <NextStepFields
            step={step}
            onStep={setStep}
            due={due}
            onDue={setDue}
            error={isChecked && isDueMissing ? 'Enter a date and a time' : undefined}
          />
        </>
      )}
    </CallDialog>
  );
}

interface NextStepProps {
  step: string;
  onStep: (step: string) => void;
  /** Value of a `datetime-local` input. */
  due: string;
  onDue: (due: string) => void;
  /** Error of the time. */
  error: string | undefined;
}

/** Fields for the next step of the lead and its due time. */
function NextStepFields({ step, onStep, due, onDue, error }: NextStepProps) {
  return (
    <div className={styles.step}>
      <InputField
        label="Next step"
        optional
        maxLength={maxStepLength}
        placeholder="Send the proposal"
        value={step}
        onChange={onStep}
      />
      <InputField label="When" error={error} type="datetime-local" value={due} onChange={onDue} />
    </div>
  );
}
