import { formatCount } from '../../lib/format-number';
import { formatRecentDateTime } from '../../lib/time/format-date';
import type { LeadDelivery } from '../detail-contract';

/** Names a delivery: what it is, or the webhook that it goes to, "Front desk sheet, new lead". */
export const formatChannel = ({ label, target, targetName }: LeadDelivery): string =>
  target === null ? label : `${targetName ?? 'Deleted webhook'}, ${label}`;

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
      return lastError === null || lastError.startsWith('Mail is off')
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
