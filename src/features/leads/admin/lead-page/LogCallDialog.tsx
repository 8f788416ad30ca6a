import { type FormEvent, useId, useState } from 'react';
import { useSessionRecovery } from '../../../../foundation/auth/admin/SessionProvider';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field } from '../../../../ui/Field';
import * as formStyles from '../../../../ui/form.module.css';
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

/** Records a call: what came of it, and what was said. */
export function LogCallDialog({ lead, onClose }: Props) {
  const [result, setResult] = useState<string>(results[0]);
  const [note, setNote] = useState('');
  const record = useRecordContact();
  const retryAfterSignIn = useSessionRecovery();
  const toast = useToast();
  const formId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (record.isPending) return;
    const text = [result, note.trim()].filter((part) => part !== '').join('\n');
    try {
      await retryAfterSignIn(() =>
        record.mutateAsync({ id: lead.id, channel: 'phone', note: text }),
      );
    } catch {
      // The toast says why.
      return;
    }
    toast({ title: 'Call logged' });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Call with ${lead.contactName}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={record.isPending}>
            {record.isPending ? 'Saving...' : 'Save call'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className={styles.form}>
        <fieldset className={styles.results}>
          <legend>Result</legend>
          {results.map((one) => (
            <label key={one}>
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
        <Field label="What was said" optional>
          {(control) => (
            <textarea
              {...control}
              className={formStyles.input}
              maxLength={maxLength}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {lead.status === 'new' && (
          <p className={styles.effect}>
            <LeadStage status="contacted" isPlain />
            Saving moves {lead.companyName} from new to contacted.
          </p>
        )}
      </form>
    </Dialog>
  );
}
