import { useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { ChoiceButtons } from '../../../ui/ChoiceButtons';
import { FormDialog } from '../../../ui/FormDialog';
import { TextareaField } from '../../../ui/fields';
import { useToast } from '../../../ui/toast';
import type { Lead } from '../../contract';
import { LeadStage } from '../lead-parts';
import { useRecordContact } from '../mutations';
import * as styles from './dialogs.module.css';

const results = ['Reached', 'Left a message', 'No answer'].map((one) => [one, one] as const);

const maxLength = 4_000;

interface Props {
  lead: Pick<Lead, 'id' | 'companyName' | 'contactName' | 'status'>;
  onClose: () => void;
}

/** Records a call with its result and a note. */
export function LogCallDialog({ lead, onClose }: Props) {
  const [result, setResult] = useState('Reached');
  const [note, setNote] = useState('');
  const record = useRecordContact();
  const trySave = useTrySave();
  const toast = useToast();

  async function submit() {
    const text = [result, note.trim()].filter((part) => part !== '').join('\n');
    const call = { id: lead.id, channel: 'phone', note: text } as const;
    if (!(await trySave(() => record.mutateAsync(call)))) return;
    toast({ title: 'Call logged' });
    onClose();
  }

  return (
    <FormDialog
      title={`Call with ${lead.contactName}`}
      submitLabel={record.isPending ? 'Saving...' : 'Save call'}
      isBusy={record.isPending}
      formClass={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceButtons legend="Result" options={results} value={result} onChange={setResult} />
      <TextareaField
        label="What was said"
        optional
        maxLength={maxLength}
        value={note}
        onChange={setNote}
      />
      {lead.status === 'new' && (
        <p className={styles.effect}>
          <LeadStage status="contacted" isPlain />
          Saving moves {lead.companyName} from new to contacted.
        </p>
      )}
    </FormDialog>
  );
}
