import { useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useNextStepFields } from '../../../leads/admin/status/steps';
import { ChoiceButtons } from '../../../ui/form/ChoiceButtons';
import { TextareaField } from '../../../ui/form/fields';
import type { CallResult } from '../../call';
import type { CallResultInput } from '../../contract';
import { formatCallStart, getCallPersonName } from '../call-labels';
import { type Call, useLogCallResult } from '../queries';
import { CallDialog } from './CallDialog';
import * as styles from './CallDialog.module.css';
import { useResultToast } from './use-call-toast';

const results = [
  ['took_place', 'It took place'],
  ['no_show', 'No-show'],
] as const satisfies [CallResult, string][];

const maxNoteLength = 5_000;

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
  const log = useLogCallResult();
  const { fields, isTyped, check, formRef } = useNextStepFields({
    isOptional: true,
    isSaving: log.isPending,
  });
  const trySave = useTrySave();
  const showResult = useResultToast();

  async function submit() {
    const nextStep = check();
    if (nextStep === undefined) return;
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
      isChanged={note !== '' || isTyped}
      formRef={formRef}
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
            readOnly={log.isPending}
            value={note}
            onChange={setNote}
          />
          <div className={styles.step}>{fields}</div>
        </>
      )}
    </CallDialog>
  );
}
