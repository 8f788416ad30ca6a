import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LeadSource } from '../../analytics/admin/LeadSource';
import * as leadDialogStyles from '../../leads/admin/status/LeadStatusDialog.module.css';
import { formatMoney } from '../../lib/format-number';
import { formatDateTime } from '../../lib/time/format-date';
import { ExternalLink } from '../../ui/icons/admin-icons';
import { LoadFailure } from '../../ui/QueryState';
import * as layoutStyles from '../../ui/styles/layout.module.css';
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
  const headingId = useId();
  const query = useQuery<LeadPayment[]>({
    queryKey: ['/api', 'leads', id, 'payments'],
    staleTime: 0,
    gcTime: 0,
  });
  if (query.isError)
    return (
      <LoadFailure
        name="The payments"
        display="line"
        query={query}
        className={leadDialogStyles.panel}
      />
    );
  if (!query.data?.length) return null;
  return (
    <section className={`${leadDialogStyles.panel} ${styles.payments}`} aria-labelledby={headingId}>
      <h3 id={headingId}>Payments</h3>
      <ul>
        {query.data.map((payment) => (
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
