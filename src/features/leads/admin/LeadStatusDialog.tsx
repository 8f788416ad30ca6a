import type { ReactNode } from 'react';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import type { AuditEntry } from '../../../foundation/audit/contract';
import { Field } from '../../../ui/Field';
import { FormDialog } from '../../../ui/FormDialog';
import * as formStyles from '../../../ui/form.module.css';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { formatStatus, type Lead, type LeadStatus } from '../contract';
import { LeadDeliveries } from './LeadDeliveries';
import { LeadDetails } from './LeadDetails';
import { SpamNotice } from './SpamNotice';
import { StatusOptions } from './StatusSelect';
import { useLeadStatusForm } from './use-lead-status-form';

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
  const form = useLeadStatusForm(lead, () => {
    onSaved();
    onClose();
  });
  const { close, unsavedDialog } = useUnsavedDialog(form.isChanged, onClose);

  return (
    <FormDialog
      title="Update Lead Status"
      intro={lead.suspect && <SpamNotice lead={lead} reason={lead.suspect} />}
      // The form comes first, so that it stays in reach however long the details are.
      after={
        <>
          <LeadDetails lead={lead} />
          {renderPanels(lead.id, form.applyServerStatus)}
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
        </>
      }
      submitLabel={form.isSaving ? 'Saving...' : 'Save'}
      isBusy={form.isSaving}
      onSubmit={form.submit}
      onClose={close}
    >
      <Field label="Status" error={form.error}>
        {(control) => (
          <select
            {...control}
            ref={form.select}
            className={formStyles.input}
            value={form.chosenStatus}
            onChange={(event) => form.choose(event.target.value)}
          >
            <option value="">Select a status</option>
            <StatusOptions />
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
