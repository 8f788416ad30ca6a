import { type FormEvent, useId, useRef, useState } from 'react';
import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { useToast } from '../../../ui/toast';
import { useUnsavedQuestion } from '../../../ui/UnsavedQuestion';
import { ItemHistory } from '../../audit/ItemHistory';
import { isSessionEnd } from '../../auth/admin-session';
import { useLastingSession } from '../../auth/SessionWatch';
import { LeadPayments } from '../../payments/admin/LeadPayments';
import { LeadBookings } from '../../scheduling/admin/LeadBookings';
import { type Lead, type LeadStatus, leadPatch, leadStatuses, statusLabel } from '../lead';
import { LeadDeliveries } from './LeadDeliveries';
import { LeadDetails } from './LeadDetails';
import { leadHappening } from './lead-happening';
import { useLeadMutations } from './lead-queries';
import { SuspectNote } from './SuspectNote';
import './lead-dialog.css';

interface Props {
  lead: Lead;
  onSaved: () => void;
  onClose: () => void;
}

/** What was and is, in the lead's history. */
function describeChange(field: string, value: unknown): string {
  if (field === 'suspect') return value === null ? 'not spam' : 'suspected';
  return statusLabel(String(value));
}

/** One enquiry: all that was said, how its mails went, and its status to change. */
export function LeadStatusDialog({ lead, onSaved, onClose }: Props) {
  const { changeStatus } = useLeadMutations();
  const toast = useToast();
  const resume = useLastingSession();
  const form = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [error, setError] = useState<string>();
  const [stored, setStored] = useState(lead.status);
  const [chosen, setChosen] = useState<string>(lead.status);
  const isChanged = chosen !== stored;
  const { close, question } = useUnsavedQuestion(isChanged, onClose);
  const busy = changeStatus.isPending;

  /** The status has changed on the server; what the owner has chosen meanwhile stays. */
  function takeStatus(status: LeadStatus) {
    setStored(status);
    setChosen((current) => (current === stored ? status : current));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const input = leadPatch.safeParse({ status: chosen });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      select.current?.focus();
      return;
    }
    try {
      const { status } = input.data;
      await resume(() => changeStatus.mutateAsync({ id: lead.id, status }));
    } catch (failure) {
      if (isSessionEnd(failure)) return;
      const description = serverMessage(failure, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
      return;
    }
    toast({ title: 'Lead updated' });
    onSaved();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={close}
      title="Update Lead Status"
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      {lead.suspect && <SuspectNote lead={lead} suspect={lead.suspect} />}
      {/* Before all that is read: what the dialog is for stays in reach, however much there is to read. */}
      <form id={form} onSubmit={submit} noValidate>
        <Field label="Status" error={error}>
          {(control) => (
            <select
              {...control}
              ref={select}
              className="in"
              value={chosen}
              onChange={({ target }) => {
                setError(undefined);
                setChosen(target.value);
              }}
            >
              <option value="">Select a status</option>
              {leadStatuses.map((status) => (
                <option key={status} value={status}>
                  {statusLabel(status)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
      <LeadDetails lead={lead} />
      <LeadPayments id={lead.id} />
      <LeadBookings id={lead.id} onStatus={takeStatus} />
      <LeadDeliveries id={lead.id} />
      <ItemHistory
        path="leads"
        id={lead.id}
        label="Lead"
        names={{ suspect: 'Spam' }}
        describe={describeChange}
        tell={leadHappening}
      />
      {question}
    </Dialog>
  );
}
