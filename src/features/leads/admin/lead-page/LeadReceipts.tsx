import { formatRecentDateTime } from '../../../../lib/format-date';
import type { LeadDelivery, LeadDetail } from '../../contract';
import { useRetryDelivery } from '../desk-queries';
import { formatDeliveryKind, formatDeliveryOutcome } from '../LeadDeliveries';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Records.module.css';

/** What was sent because of the lead, where it is now, and "Send again". */
export function LeadReceipts({ lead }: { lead: LeadDetail }) {
  return (
    <section id="deliveries" aria-labelledby="deliveries-heading">
      <div className={styles.title}>
        <h2 id="deliveries-heading">Deliveries</h2>
      </div>
      <ul className={styles.list}>
        <li>
          <p className={receiptStyles.receipt} data-status="sent">
            <i aria-hidden="true" />
            <span>Saved {formatRecentDateTime(lead.createdAt)}</span>
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
  const retry = useRetryDelivery();
  const { id, kind, status, attempts, dueAt } = delivery;
  const canRetry =
    status === 'failed' || status === 'off' || (status === 'pending' && attempts > 0);
  return (
    <li>
      <p className={receiptStyles.receipt} data-status={status}>
        <i aria-hidden="true" />
        <span>
          <b>{formatDeliveryKind(kind)}</b>
          <small>
            {formatDeliveryOutcome(delivery)}
            {status === 'pending' && attempts > 0 && dueAt && (
              <>, next attempt {formatRecentDateTime(dueAt)}</>
            )}
          </small>
        </span>
      </p>
      {canRetry && (
        <button
          type="button"
          className={styles.link}
          disabled={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          Send again<span className={styles.hidden}>: {formatDeliveryKind(kind)}</span>
        </button>
      )}
    </li>
  );
}
