import { Button } from '../../../../ui/Button';
import type { LeadDetail, TimelineEntry } from '../../contract';
import { useRetryDelivery } from '../desk-queries';
import { formatDeliveryKind, formatDeliveryOutcome } from '../LeadDeliveries';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Timeline.module.css';

/** A delivery in the timeline. One that failed can be sent again. */
export function DeliveryEntry({ entry, lead }: { entry: TimelineEntry; lead: LeadDetail }) {
  const retry = useRetryDelivery();
  const delivery = lead.deliveries.find(({ id }) => id === entry.id);
  if (!delivery) return null;
  const isFailed = delivery.status === 'failed';
  return (
    <>
      <p>
        <b>{formatDeliveryKind(delivery.kind)}</b>
      </p>
      <div className={isFailed ? styles.failed : styles.receipt}>
        <p className={receiptStyles.receipt} data-status={delivery.status}>
          <i aria-hidden="true" />
          {formatDeliveryOutcome(delivery)}
        </p>
        {isFailed && (
          <Button
            variant="secondary"
            size="s"
            busy={retry.isPending}
            onClick={() => retry.mutate(delivery.id)}
          >
            Send again
          </Button>
        )}
      </div>
    </>
  );
}
