import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import type { AuditEntry } from '../../../foundation/audit/contract';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { formatStatus, type Lead, type LeadStatus, leadPatch, leadStatuses } from '../contract';
import { LeadDeliveries } from './LeadDeliveries';
import { LeadDetails } from './LeadDetails';
import { useLeadMutations } from './queries';
import { SpamNotice } from './SpamNotice';

/** Extension points for other features in a lead's dialog. */
export interface LeadExtensions {
  /**
   * Renders their panels.
   * @param onStatus called with the lead's status when a panel may have changed it on the server
   */
  renderPanels: (leadId: string, onStatus: (status: LeadStatus) => void) => ReactNode;
  /** Describes their entries of the lead's history; undefined for a change of the lead itself. */
  describeEvent: (entry: AuditEntry) => string | undefined;
}

interface Props extends LeadExtensions {
  lead: Lead;
  onSaved: () => void;
  onClose: () => void;
}

/** Formats a field's value for the lead's history. */
function formatChange(field: string, value: unknown): string {
  if (field === 'suspect') return value === null ? 'not spam' : 'suspected';
  return formatStatus(String(value));
}

/** Dialog of one lead: all its data, and a form to change its status. */
export function LeadStatusDialog({ lead, onSaved, onClose, renderPanels, describeEvent }: Props) {
  const { changeStatus } = useLeadMutations();
  const toast = useToast();
  const retryAfterSignIn = useSessionRecovery();
  const formId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [error, setError] = useState<string>();
  const [storedStatus, setStoredStatus] = useState(lead.status);
  const [chosenStatus, setChosenStatus] = useState<string>(lead.status);
  const isChanged = chosenStatus !== storedStatus;
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, onClose);
  const busy = changeStatus.isPending;

  /** Applies a status that changed on the server, unless the owner has already chosen another. */
  function applyServerStatus(status: LeadStatus) {
    setStoredStatus(status);
    setChosenStatus((current) => (current === storedStatus ? status : current));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const input = leadPatch.safeParse({ status: chosenStatus });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      select.current?.focus();
      return;
    }
    try {
      const { status } = input.data;
      await retryAfterSignIn(() => changeStatus.mutateAsync({ id: lead.id, status }));
    } catch (failure) {
      if (isSessionExpired(failure)) return;
      const description = getServerMessage(failure, 'Something went wrong. Please try again.');
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
          <Button type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      {lead.suspect && <SpamNotice lead={lead} reason={lead.suspect} />}
      {/* The form comes first, so that it stays in reach however long the details are. */}
      <form id={formId} onSubmit={submit} noValidate>
        <Field label="Status" error={error}>
          {(control) => (
            <select
              {...control}
              ref={select}
              className={formStyles.input}
              value={chosenStatus}
              onChange={({ target }) => {
                setError(undefined);
                setChosenStatus(target.value);
              }}
            >
              <option value="">Select a status</option>
              {leadStatuses.map((status) => (
                <option key={status} value={status}>
                  {formatStatus(status)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
      <LeadDetails lead={lead} />
      {renderPanels(lead.id, applyServerStatus)}
      <LeadDeliveries id={lead.id} />
      <ItemHistory
        path="leads"
        id={lead.id}
        label="Lead"
        fieldNames={{ suspect: 'Spam' }}
        formatValue={formatChange}
        describeEvent={describeEvent}
      />
      {unsavedDialog}
    </Dialog>
  );
}
