import { formatRecentDateTime } from '../../../lib/format-date';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { type LeadDelivery, useLeadDeliveries } from './queries';

const deliveryLabels: Record<string, string> = {
  'lead-notification': 'Mail to you',
  'lead-confirmation': 'Mail to the contact',
  'google-analytics-lead': 'Google Analytics',
  'meta-lead': 'Meta',
  'payment-notification': 'Mail to you about the payment',
  'payment-confirmation': 'Payment confirmed to the contact',
  'call-notification': 'Mail to you about the call',
  'call-confirmation': 'Mail to the contact about the call',
};

/** Both mails are caused in the same instant, so their moments give no order. */
const compareOwnerFirst = (a: LeadDelivery, b: LeadDelivery): number =>
  Number(b.kind === 'lead-notification') - Number(a.kind === 'lead-notification');

/** Of what this table does not name, the reason says more than that mail is off. */
const isMail = ({ kind }: LeadDelivery) => kind in deliveryLabels && !kind.endsWith('-lead');

const formatTries = (count: number): string => `${count} ${count === 1 ? 'try' : 'tries'}`;

/** What became of a delivery, in words. */
export function formatDeliveryOutcome(delivery: LeadDelivery, now?: Date): string {
  const { status, attempts, lastError, sentAt } = delivery;
  const reason = lastError ? `: ${lastError}` : '';
  switch (status) {
    case 'sent':
      return sentAt ? `sent ${formatRecentDateTime(sentAt, now)}` : 'sent';
    case 'off':
      // Earlier releases stored no reason: mail was the only thing that could be off.
      return isMail(delivery) && (lastError === null || lastError.startsWith('Mail is off'))
        ? 'not sent: mail is off'
        : `not sent${reason}`;
    case 'failed':
      return `not sent after ${formatTries(attempts)}${reason}`;
    case 'pending':
      return attempts === 0
        ? `waiting to be sent${reason}`
        : `not sent yet, ${formatTries(attempts)} so far${reason}`;
  }
}

/** How the mails went that an enquiry has caused. */
export function LeadDeliveries({ id }: { id: string }) {
  const { data, isPending, isError, error, isFetching, refetch } = useLeadDeliveries(id);
  if (isPending) {
    return (
      <div className="mails" aria-hidden="true">
        <span className="sk sk-mail" />
        <span className="sk sk-mail" />
      </div>
    );
  }
  if (isError) {
    return (
      <div className="mails" role="alert">
        <p>
          How the mails went could not be loaded.{' '}
          {getServerMessage(error, 'The server could not be reached.')}
        </p>
        <Button variant="secondary" size="s" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (data.length === 0) return <p className="mails">No mail was due for this lead.</p>;
  return (
    <ul className="mails" aria-label="Mails">
      {data.toSorted(compareOwnerFirst).map((delivery) => (
        <li key={delivery.id} data-status={delivery.status}>
          {deliveryLabels[delivery.kind] ?? delivery.kind.replaceAll('-', ' ')}:{' '}
          {formatDeliveryOutcome(delivery)}
        </li>
      ))}
    </ul>
  );
}
