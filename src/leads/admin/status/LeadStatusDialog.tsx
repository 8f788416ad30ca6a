import { type ReactNode, useState } from 'react';
import { LeadSource } from '../../../analytics/admin/LeadSource';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import type { AuditEntry } from '../../../foundation/audit/contract';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../../foundation/auth/admin/use-form-submit';
import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatMoney, formatNumber } from '../../../lib/format-number';
import { formatDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { SelectField } from '../../../ui/form/fields';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import { QueryState, Skeleton } from '../../../ui/QueryState';
import { useToast } from '../../../ui/toast/toast';
import {
  formatStatus,
  type Lead,
  type LeadStatus,
  leadStatuses,
  type SpamReason,
  statusInput,
} from '../../contract';
import type { LeadDelivery } from '../../detail-contract';
import {
  buildMailLink,
  canRepeat,
  formatChannel,
  formatDeliveryOutcome,
  formatIndustry,
  spamReasonLabels,
} from '../labels';
import { BreakableEmail, Fact } from '../lead-parts';
import { useClearSpamMark, usePatchLead } from '../mutations';
import { useLeadDeliveries, usePackageChoices } from '../queries';
import * as styles from './LeadStatusDialog.module.css';

/**
 * Sorts the owner's email first. Both emails are created at the same instant, so sorting by time
 * would not order them.
 */
const compareOwnerFirst = (a: LeadDelivery, b: LeadDelivery): number =>
  Number(b.kind === 'lead-notification') - Number(a.kind === 'lead-notification');

/** Emails and conversions that a lead caused, with their status. */
function LeadDeliveries({ id }: { id: string }) {
  const query = useLeadDeliveries(id);
  return (
    <QueryState
      name="The email status"
      display="line"
      query={query}
      className={styles.panel}
      loading={
        <Skeleton
          label="Loading the email status..."
          count={2}
          className={styles.panel}
          blockClass={styles.lineSkeleton}
        />
      }
    >
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={styles.panel}>No emails for this lead.</p>
        ) : (
          <ul className={styles.panel} aria-label="Emails">
            {deliveries.toSorted(compareOwnerFirst).map((delivery) => (
              <li key={delivery.id} data-status={delivery.status}>
                {`${formatChannel(delivery)}: ${formatDeliveryOutcome(delivery)}`}
                {canRepeat(delivery) && (
                  <SendAgainButton deliveryId={delivery.id} subject={formatChannel(delivery)} />
                )}
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

/** Shows why a lead is suspected spam, with a button to clear the mark. */
function SpamNotice({ lead, reason }: { lead: Lead; reason: SpamReason }) {
  const clearSpamMark = useClearSpamMark();
  const toast = useToast();
  const isCleared = clearSpamMark.isSuccess;

  const markAsNotSpam = () =>
    clearSpamMark.mutate(lead.id, { onSuccess: () => toast({ title: 'Lead updated' }) });

  return (
    <div className={styles.spamNotice} role="status">
      {isCleared ? (
        <p>No longer marked as spam. The contact now gets the confirmation email.</p>
      ) : (
        <>
          <p>
            Suspected spam: {spamReasonLabels[reason]}. No confirmation was sent to the contact.
          </p>
          <Button
            variant="secondary"
            size="touch"
            busy={clearSpamMark.isPending}
            onClick={markAsNotSpam}
          >
            Not spam
          </Button>
        </>
      )}
    </div>
  );
}

const statusOptions = [
  { value: '', label: 'Select a status' },
  ...leadStatuses.map((status) => ({ value: status, label: formatStatus(status) })),
];

/** State of the form that changes a lead's status. */
function useLeadStatusForm(lead: Lead, onSaved: () => void) {
  const patch = usePatchLead({ awaitsRefetch: false });
  const toast = useToast();
  const trySave = useTrySave();
  const { formRef, focusFirstError } = useErrorFocus();
  const [error, setError] = useState<string>();
  const [storedStatus, setStoredStatus] = useState(lead.status);
  const [chosenStatus, setChosenStatus] = useState<string>(lead.status);

  function choose(status: string) {
    setError(undefined);
    setChosenStatus(status);
  }

  /** Applies a status that changed on the server, unless the owner has already chosen another. */
  function applyServerStatus(status: LeadStatus) {
    setStoredStatus(status);
    setChosenStatus((current) => (current === storedStatus ? status : current));
  }

  async function submit() {
    const input = statusInput.safeParse({ status: chosenStatus });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      return focusFirstError();
    }
    if (!(await trySave(() => patch.mutateAsync({ id: lead.id, patch: input.data })))) return;
    toast({ title: 'Lead updated' });
    onSaved();
  }

  return {
    formRef,
    error,
    chosenStatus,
    choose,
    applyServerStatus,
    submit,
    isChanged: chosenStatus !== storedStatus,
    isSaving: patch.isPending,
  };
}

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
        </>
      }
      submitLabel={form.isSaving ? 'Saving...' : 'Save'}
      isBusy={form.isSaving}
      formRef={form.formRef}
      onSubmit={form.submit}
      isChanged={form.isChanged}
      onClose={onClose}
    >
      <SelectField
        label="Status"
        error={form.error}
        value={form.chosenStatus}
        options={statusOptions}
        onChange={form.choose}
      />
    </FormDialog>
  );
}

/** All fields of a lead, read-only. */
function LeadDetails({ lead }: { lead: Lead }) {
  const { email, phone, industry, numberOfLocations, message } = lead;
  return (
    <dl className={styles.facts}>
      <Fact name="Company">{lead.companyName}</Fact>
      <Fact name="Contact">{lead.contactName}</Fact>
      <Fact name="Email">
        <a href={buildMailLink(email)}>
          <BreakableEmail email={email} />
        </a>
      </Fact>
      <Fact name="Phone">{phone && <PhoneNumber phone={phone} />}</Fact>
      <Fact name="Package">
        {lead.interestedPackage && <ChosenPackage lead={lead} name={lead.interestedPackage} />}
      </Fact>
      <Fact name="Locations">{numberOfLocations !== null && formatNumber(numberOfLocations)}</Fact>
      <Fact name="Industry">{industry && formatIndustry(industry)}</Fact>
      <Fact name="Created">{formatDateTime(lead.createdAt)}</Fact>
      <Fact name="Source" className={styles.fullWidth} missing="Unknown">
        {lead.attribution && <LeadSource attribution={lead.attribution} />}
      </Fact>
      <Fact name="Message" className={styles.fullWidth}>
        {message && <div className={styles.message}>{message}</div>}
      </Fact>
    </dl>
  );
}

/** The package's name. If several packages share it, also the price of the chosen one. */
function ChosenPackage({ lead, name }: { lead: Lead; name: string }) {
  const { data: packages = [] } = usePackageChoices();
  const sameNamePackages = packages.filter((one) => one.name === name);
  const chosen = sameNamePackages.find(({ id }) => id === lead.interestedPackageId);
  if (sameNamePackages.length < 2 || !chosen || chosen.price === null) return name;
  return `${name} (${formatMoney(chosen.price)})`;
}
