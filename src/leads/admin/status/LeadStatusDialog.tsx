import type { ReactNode } from 'react';
import { LeadSource } from '../../../analytics/admin/LeadSource';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import type { AuditEntry } from '../../../foundation/audit/contract';
import { toCheckedValues } from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatMoney, formatNumber } from '../../../lib/format-number';
import { request } from '../../../lib/network/http-client';
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
import { leadsKey, useLeadDeliveries, usePackageChoices } from '../queries';
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

interface SpamNoticeProps {
  lead: Lead;
  reason: SpamReason;
  onCleared: (lead: Lead) => void;
}

/** Shows why a lead is suspected spam, with a button to clear the mark. */
function SpamNotice({ lead, reason, onCleared }: SpamNoticeProps) {
  const clearSpamMark = useClearSpamMark();
  const toast = useToast();
  const isCleared = clearSpamMark.isSuccess;

  const markAsNotSpam = () =>
    clearSpamMark.mutate(lead.id, {
      onSuccess(cleared) {
        onCleared(cleared);
        toast({ title: 'Lead updated' });
      },
    });

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

/** Loads the version of a lead that is stored now. */
const loadLead = ({ id }: Lead): Promise<Lead> => request<Lead>([...leadsKey, id].join('/'));

/** State of the form that changes a lead's status. */
function useLeadStatusForm(lead: Lead, { onSaved, onClose }: Pick<Props, 'onSaved' | 'onClose'>) {
  const patch = usePatchLead({ isQuiet: true, awaitsRefetch: false });
  const toast = useToast();
  const form = useVersionedForm({
    stored: lead,
    toValues: ({ status }: Lead): { status: string } => ({ status }),
    check: (values) => toCheckedValues(statusInput.safeParse(values)),
    save: (input, { id, updatedAt }) => patch.mutateAsync({ id, version: updatedAt, patch: input }),
    load: loadLead,
    onSaved(_, isEdited) {
      toast({ title: 'Lead updated' });
      if (isEdited) return;
      onSaved();
      onClose();
    },
    onClose,
    subject: 'this lead',
    labels: { status: 'Status' },
    formatValue: (_, value) => formatStatus(String(value)),
  });
  return {
    ...form,
    submit: () => (form.isChanged ? void form.submit() : onClose()),
    /** Continues from the lead as it is stored after a change elsewhere in the dialog. */
    refresh: () =>
      loadLead(lead).then(
        // The owner's own change in the dialog, so that saving the chosen status is no conflict.
        (stored) => form.showVersion(stored, {}, { isOwnChange: true }),
        () => {
          // The status can still be saved, which then finds the other version.
        },
      ),
  };
}

/** Extension points for other features in a lead's dialog. */
export interface LeadExtensions {
  /**
   * Renders their panels.
   * @param onLeadChange called when a panel may have changed the lead on the server
   */
  renderPanels: (leadId: string, onLeadChange: () => Promise<void>) => ReactNode;
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
export function LeadStatusDialog({ lead, renderPanels, describeEvent, ...props }: Props) {
  const form = useLeadStatusForm(lead, props);
  const { state, busy } = form;

  return (
    <>
      <FormDialog
        title="Update Lead Status"
        intro={
          lead.suspect && (
            <SpamNotice lead={lead} reason={lead.suspect} onCleared={form.showVersion} />
          )
        }
        // The form comes first, so that it stays in reach however long the details are.
        after={
          <>
            <LeadDetails lead={lead} />
            {renderPanels(lead.id, form.refresh)}
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
        submitLabel={busy ? 'Saving...' : 'Save'}
        isBusy={busy}
        formRef={form.formRef}
        onSubmit={form.submit}
        onClose={form.close}
      >
        <SelectField
          label="Status"
          error={state.errors.status}
          value={state.values.status}
          options={statusOptions}
          onChange={(status) => state.set({ status })}
        />
      </FormDialog>
      {form.dialogs}
    </>
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
