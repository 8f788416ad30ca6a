import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { LoadError } from '../../../ui/LoadError';
import * as stateStyles from '../../../ui/states.module.css';
import type { LeadDelivery } from '../detail-contract';
import { canRepeat, formatChannel, formatDeliveryOutcome } from './format-delivery';
import * as styles from './LeadStatusDialog.module.css';
import { useLeadDeliveries } from './queries';

/**
 * Sorts the owner's email first. Both emails are created at the same instant, so sorting by time
 * would not order them.
 */
const compareOwnerFirst = (a: LeadDelivery, b: LeadDelivery): number =>
  Number(b.kind === 'lead-notification') - Number(a.kind === 'lead-notification');

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
