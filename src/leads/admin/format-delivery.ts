import { formatRecentDateTime } from '../../lib/format-date';
import { formatCount } from '../../lib/format-number';
import type { LeadDelivery } from '../detail-contract';

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
  'call-hold': 'Request to confirm the call, to the contact',
  'call-reminder': 'Call reminder to the contact',
};

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
