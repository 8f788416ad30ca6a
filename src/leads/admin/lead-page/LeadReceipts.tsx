import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatRecentDateTime } from '../../../lib/format-date';
import type { LeadDelivery, LeadDetail } from '../../detail-contract';
import { canRepeat, formatChannel, formatDeliveryOutcome } from '../format-delivery';
import * as titleStyles from '../section-title.module.css';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Records.module.css';

/** Deliveries of the lead with their status, and "Send again". */
export function LeadReceipts({ lead }: { lead: LeadDetail }) {
  return (
    <section id="deliveries" aria-labelledby="deliveries-heading">
      <div className={titleStyles.title}>
        <h2 id="deliveries-heading">Deliveries</h2>
      </div>
      <ul className={styles.list}>
        <li>
          <p className={receiptStyles.receipt} data-status="sent">
            <i aria-hidden="true" />
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
        <i aria-hidden="true" />
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
