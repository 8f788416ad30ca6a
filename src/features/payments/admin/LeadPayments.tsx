import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format-date';
import { formatMoney } from '../../../lib/format-money';
import { getServerMessage } from '../../../lib/http-client';
import { ExternalLink } from '../../../ui/admin-icons';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import { LeadSource } from '../../analytics/admin/LeadSource';
import type { LeadPayment } from '../contract';
import * as styles from './LeadPayments.module.css';

/** Formats a payment's status, with the refunded amount. */
function formatPaymentState({ status, refundedAmount }: LeadPayment): string {
  if (status === 'succeeded' && refundedAmount > 0) {
    return `succeeded, ${formatMoney(refundedAmount / 100)} refunded`;
  }
  return status;
}

/** Payments of a lead. Renders nothing when there are none. */
export function LeadPayments({ id }: { id: string }) {
  const { data, isError, error, isFetching, refetch } = useQuery<LeadPayment[]>({
    queryKey: ['/api', 'leads', id, 'payments'],
    staleTime: 0,
    gcTime: 0,
  });
  if (isError) {
    return (
      <div className={styles.payments} role="alert">
        <p>
          The payments could not be loaded.{' '}
          {getServerMessage(error, 'The server could not be reached.')}
        </p>
        <Button variant="secondary" size="s" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.payments} aria-labelledby="lead-payments">
      <h3 id="lead-payments">Payments</h3>
      <ul>
        {data.map((payment) => (
          <li key={payment.id} data-status={payment.status}>
            <b>{formatMoney(payment.amount / 100)}</b>
            <span>
              {payment.packageName}, {formatDateTime(payment.createdAt)}
            </span>
            <span className={styles.state}>{formatPaymentState(payment)}</span>
            {payment.stripeUrl && (
              <a href={payment.stripeUrl} target="_blank" rel="noreferrer">
                View in Stripe
                <span className={layoutStyles.visuallyHidden}> (opens in a new tab)</span>
                <ExternalLink />
              </a>
            )}
            {payment.attribution && (
              <span className={styles.source}>
                Source: <LeadSource attribution={payment.attribution} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
