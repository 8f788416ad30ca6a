import { SendAgainButton } from '../../../../foundation/outbox/admin/SendAgainButton';
import type { LeadDetail, TimelineEntry } from '../../detail-contract';
import { formatChannel, formatDeliveryOutcome } from '../format-delivery';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Timeline.module.css';

/** A delivery in the timeline. One that failed can be sent again. */
export function DeliveryEntry({ entry, lead }: { entry: TimelineEntry; lead: LeadDetail }) {
  const delivery = lead.deliveries.find(({ id }) => id === entry.id);
  if (!delivery) return null;
  const isFailed = delivery.status === 'failed';
  return (
    <>
      <p>
        <b>{formatChannel(delivery)}</b>
      </p>
      <div className={isFailed ? styles.failed : styles.receipt}>
        <p className={receiptStyles.receipt} data-status={delivery.status}>
          <i aria-hidden="true" />
          {formatDeliveryOutcome(delivery)}
        </p>
        {isFailed && (
          <SendAgainButton
            deliveryId={delivery.id}
            subject={formatChannel(delivery)}
            variant="secondary"
          />
        )}
      </div>
    </>
  );
}
