import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatCount } from '../../../lib/format-count';
import { formatRecentDateTime } from '../../../lib/format-date';
import { LoadError } from '../../../ui/LoadError';
import * as stateStyles from '../../../ui/states.module.css';
import * as styles from './LeadStatusDialog.module.css';
import { type LeadDelivery, useLeadDeliveries } from './queries';

/** Names a kind of delivery: "Email notification". */
const formatDeliveryKind = (kind: string): string =>
  deliveryLabels[kind] ?? kind.replaceAll('-', ' ');

const deliveryLabels: Record<string, string> = {
  'lead-notification': 'Email notification',
  'lead-confirmation': 'Email to the contact',
  'google-analytics-lead': 'Google Analytics',
  'meta-lead': 'Meta',
  'payment-notification': 'Payment notification',
  'payment-interest': 'Email about the wish to pay',
  'payment-confirmation': 'Payment confirmation to the contact',
  'call-notification': 'Call notification',
  'call-confirmation': 'Call confirmation to the contact',
  'call-reminder': 'Call reminder to the contact',
};

/**
 * Sorts the owner's email first. Both emails are created at the same instant, so sorting by time
 * would not order them.
 */
const compareOwnerFirst = (a: LeadDelivery, b: LeadDelivery): number =>
  Number(b.kind === 'lead-notification') - Number(a.kind === 'lead-notification');

/** Returns whether a delivery is an email. Unknown kinds are not: their stored reason says more. */
const isMail = ({ kind }: LeadDelivery) => kind in deliveryLabels && !kind.endsWith('-lead');

/** Name of a webhook's event. */
const webhookSubjects: Record<string, string> = {
  'lead-created-webhook': 'new lead',
  'lead-added-webhook': 'new lead',
  'lead-updated-webhook': 'changed lead',
  'call-webhook': 'call',
  'payment-webhook': 'payment',
};

/** Names a delivery: what it is, or the webhook that it goes to, "Front desk sheet, new lead". */
export function formatChannel({ kind, target, targetName }: LeadDelivery): string {
  if (target === null) return formatDeliveryKind(kind);
  return `${targetName ?? 'Deleted webhook'}, ${webhookSubjects[kind] ?? formatDeliveryKind(kind)}`;
}

/** Returns whether the owner can repeat a delivery: it was tried without success, or is off. */
export const canRepeat = ({ status, attempts }: LeadDelivery): boolean =>
  status === 'failed' || status === 'off' || (status === 'pending' && attempts > 0);

/** Formats the status of a delivery. */
export function formatDeliveryOutcome(delivery: LeadDelivery, now?: Date): string {
  const { status, attempts, lastError, sentAt } = delivery;
  const reason = lastError ? `: ${lastError}` : '';
  switch (status) {
    case 'sent':
      return sentAt ? `sent ${formatRecentDateTime(sentAt, now)}` : 'sent';
    case 'off':
      // Earlier releases stored no reason, because only email could be turned off.
      return isMail(delivery) && (lastError === null || lastError.startsWith('Mail is off'))
        ? 'not sent (email is turned off)'
        : `not sent${reason}`;
    case 'failed':
      return `not sent after ${formatCount(attempts, 'attempt')}${reason}`;
    case 'pending':
      return attempts === 0
        ? `waiting to be sent${reason}`
        : `not sent yet, ${formatCount(attempts, 'attempt')} so far${reason}`;
  }
}

/** Emails and conversions that a lead caused, with their status. */
export function LeadDeliveries({ id }: { id: string }) {
  const query = useLeadDeliveries(id);
  if (query.isPending) {
    return (
      <div className={styles.panel} aria-hidden="true">
        <span className={`${stateStyles.skeleton} ${styles.lineSkeleton}`} />
        <span className={`${stateStyles.skeleton} ${styles.lineSkeleton}`} />
      </div>
    );
  }
  if (query.isError)
    return <LoadError subject="email status" query={query} className={styles.panel} />;
  if (query.data.length === 0) return <p className={styles.panel}>No emails for this lead.</p>;
  return (
    <ul className={styles.panel} aria-label="Emails">
      {query.data.toSorted(compareOwnerFirst).map((delivery) => (
        <li key={delivery.id} data-status={delivery.status}>
          {`${formatChannel(delivery)}: ${formatDeliveryOutcome(delivery)}`}
          {canRepeat(delivery) && (
            <SendAgainButton deliveryId={delivery.id} subject={formatChannel(delivery)} />
          )}
        </li>
      ))}
    </ul>
  );
}
