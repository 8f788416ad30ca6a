import { type FormEvent, useState } from 'react';
import { useSessionRecovery } from '../../../../foundation/auth/admin/SessionProvider';
import { FormDialog } from '../../../../ui/FormDialog';
import * as optionStyles from '../../../../ui/option.module.css';
import { TextareaField } from '../../../../ui/TextareaField';
import { useToast } from '../../../../ui/toast';
import type { Lead } from '../../contract';
import { useRecordContact } from '../desk-queries';
import { LeadStage } from '../LeadStage';
import * as styles from './dialogs.module.css';

const results = ['Reached', 'Left a message', 'No answer'] as const;

const maxLength = 4_000;

interface Props {
  lead: Pick<Lead, 'id' | 'companyName' | 'contactName' | 'status'>;
  onClose: () => void;
}

/** Records a call with its result and a note. */
export function LogCallDialog({ lead, onClose }: Props) {
  const [result, setResult] = useState<string>(results[0]);
  const [note, setNote] = useState('');
  const record = useRecordContact();
  const retryAfterSignIn = useSessionRecovery();
  const toast = useToast();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (record.isPending) return;
    const text = [result, note.trim()].filter((part) => part !== '').join('\n');
    try {
      await retryAfterSignIn(() =>
        record.mutateAsync({ id: lead.id, channel: 'phone', note: text }),
      );
    } catch {
      // The toast shows the reason.
      return;
    }
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
      <fieldset className={styles.results}>
        <legend>Result</legend>
        {results.map((one) => (
          <label key={one} className={optionStyles.option}>
            <input
              type="radio"
              name="result"
              value={one}
              checked={result === one}
              onChange={() => setResult(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
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
