import { useState } from 'react';
import { useLocation } from 'wouter';
import { getFirstName } from '../../../cover/public/sheet-words';
import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatCount } from '../../../lib/format-number';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { Dialog } from '../../../ui/dialog/Dialog';
import { LinkButton } from '../../../ui/LinkButton';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as linkStyles from '../../../ui/styles/link-button.module.css';
import type { LeadDelivery, LeadDetail } from '../../detail-contract';
import { parseInquiryPeople } from '../../inquiry/inquiry-message';
import { canRepeat, formatChannel, formatDeliveryOutcome } from '../labels';
import { PersonLink } from '../lead-parts';
import { useErasePerson } from '../mutations';
import { useTalentChoices } from '../queries';
import { buildListPath, noFilter } from '../table/lead-filter';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Records.module.css';

/** The talents that the inquiry names, with their portraits. */
export function LeadShortlist({ message }: { message: string | null }) {
  const people = parseInquiryPeople(message ?? '');
  const { data: talents = [] } = useTalentChoices(people.length > 0);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="shortlist-heading">
      <div className={adminStyles.sectionTitle}>
        <h2 id="shortlist-heading">Shortlist</h2>
        <small>from the site</small>
      </div>
      <ul className={styles.people}>
        {people.map(({ name, title }) => {
          const talent = talents.find((one) => one.name === name && one.title === title);
          return (
            <li key={`${name}, ${title}`}>
              <PersonLink talent={talent}>
                <span>
                  <b>{name}</b>
                  {title}
                </span>
              </PersonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Deliveries of the lead with their status, and "Send again". */
export function LeadReceipts({ lead }: { lead: LeadDetail }) {
  return (
    <section id="deliveries" aria-labelledby="deliveries-heading">
      <div className={adminStyles.sectionTitle}>
        <h2 id="deliveries-heading">Deliveries</h2>
      </div>
      <ul className={styles.list}>
        <li>
          <p className={receiptStyles.receipt} data-status="sent">
            <i className={adminStyles.mark} aria-hidden="true" />
            <span>
              <b>Saved</b>
              <small>{formatRecentDateTime(lead.createdAt)}</small>
            </span>
          </p>
        </li>
        {lead.deliveries.map((delivery) => (
          <Receipt key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ delivery }: { delivery: LeadDelivery }) {
  const { id, status, attempts, dueAt } = delivery;
  return (
    <li>
      <p className={receiptStyles.receipt} data-status={status}>
        <i className={adminStyles.mark} aria-hidden="true" />
        <span>
          <b>{formatChannel(delivery)}</b>
          <small>
            {formatDeliveryOutcome(delivery)}
            {status === 'pending' && attempts > 0 && dueAt && (
              <>, next attempt {formatRecentDateTime(dueAt)}</>
            )}
          </small>
        </span>
      </p>
      {canRepeat(delivery) && <SendAgainButton deliveryId={id} subject={formatChannel(delivery)} />}
    </li>
  );
}

/** Requests of a person about their data: export and erasure. */
export function Privacy({ lead }: { lead: LeadDetail }) {
  const [isErasing, setIsErasing] = useState(false);
  // Here, because its report is also shown if the dialog is closed while it runs.
  const erase = useErasePerson();
  const firstName = getFirstName(lead.contactName);
  function close() {
    setIsErasing(false);
    if (erase.data) erase.reset();
  }
  return (
    <section aria-labelledby="privacy-heading">
      <div className={adminStyles.sectionTitle}>
        <h2 id="privacy-heading">Privacy</h2>
      </div>
      <p className={styles.small}>Everything stored about {firstName}, by this email:</p>
      <p className={styles.links}>
        <a
          className={linkStyles.linkButton}
          href={`/api/privacy/export?format=html&leadId=${lead.id}`}
          download
        >
          Export to read
        </a>
        <a
          className={linkStyles.linkButton}
          href={`/api/privacy/export?leadId=${lead.id}`}
          download
        >
          Export as JSON
        </a>
        <LinkButton onClick={() => setIsErasing(true)}>Erase</LinkButton>
      </p>
      {(isErasing || erase.data) && <EraseDialog lead={lead} erase={erase} onClose={close} />}
    </section>
  );
}

interface EraseDialogProps {
  lead: LeadDetail;
  erase: ReturnType<typeof useErasePerson>;
  onClose: () => void;
}

function EraseDialog({ lead, erase, onClose }: EraseDialogProps) {
  const [, navigate] = useLocation();
  const report = erase.data;
  const isErased = report?.erasedLeadIds.includes(lead.id) ?? false;
  const close = () => (isErased ? navigate(buildListPath(noFilter)) : onClose());
  if (report) {
    return (
      <Dialog
        open
        onClose={close}
        title="Erased"
        size="small"
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>
          Erased for good: {formatCount(report.erasedLeadIds.length, 'inquiry', 'inquiries')}
          {report.erasedBookings > 0 && `, ${formatCount(report.erasedBookings, 'call')}`}.
        </p>
        {report.kept.length > 0 && (
          <ul className={styles.list}>
            {report.kept.map(({ leadId, reason }) => (
              <li key={leadId}>Kept: {reason}</li>
            ))}
          </ul>
        )}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title={`Erase ${lead.contactName}?`}
      description={`All inquiries, notes, calls and mails of ${lead.email} are deleted for good. This cannot be undone.`}
      note="Inquiries with a payment stay, because payment records must be kept. That somebody erased this person is recorded."
      confirmLabel={erase.isPending ? 'Erasing...' : 'Erase for good'}
      isDanger
      isBusy={erase.isPending}
      onConfirm={() => erase.mutate(lead.email)}
      onCancel={onClose}
    />
  );
}
