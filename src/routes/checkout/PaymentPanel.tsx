import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { getReportableAttribution } from '../../analytics/consent/consent-store';
import { formatMoney } from '../../lib/format-number';
import { getServerMessage, HttpError, request } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import type { StartedPayment } from '../../payments/contract';
import { CardFieldsPlaceholder } from '../../payments/public/CardFieldsPlaceholder';
import { Button, getButtonClass } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as stateStyles from '../../ui/styles/states.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './CheckoutPage.module.css';

/**
 * Loads the card form. It contains Stripe's code, so it loads only when there is something to pay.
 */
const loadCardForm = () => import('../../payments/public/CardForm');

interface Props {
  publishableKey: string;
  leadId: string;
  packageId: string;
}

/** Amount due and card form. */
export function PaymentPanel({ publishableKey, leadId, packageId }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['payment', leadId, packageId],
    queryFn: async ({ signal }) => {
      const payment = await request<StartedPayment>('/api/payments', {
        method: 'POST',
        body: { leadId, packageId, attribution: getReportableAttribution() },
        signal,
      });
      // Loaded within the query, so that "Try Again" also retries a failed load.
      const { CardForm } = await loadCardForm();
      return { ...payment, CardForm };
    },
    // The client secret must not be cached longer than the page lives.
    gcTime: 0,
  });
  const { supportEmail } = useSite();

  return (
    <section className={styles.payment} aria-label="Payment" tabIndex={-1}>
      {error && !isFetching ? (
        <PaymentError error={error} onRetry={() => refetch()} />
      ) : (
        <>
          <h2>Payment</h2>
          <p className={styles.total} aria-live="polite">
            <span>Total due today</span>
            {data ? (
              <b>{formatMoney(data.amount / 100)}</b>
            ) : (
              <span className={stateStyles.skeleton} />
            )}
          </p>
          <noscript>
            <p>
              Paying by card needs JavaScript. Turn it on, or write to {supportEmail} and we find
              another way.
            </p>
          </noscript>
          {data ? (
            <ErrorBoundary name="The card form">
              <data.CardForm
                publishableKey={publishableKey}
                payment={data}
                returnUrl={`${location.origin}/payment-success`}
              />
            </ErrorBoundary>
          ) : (
            <CardFieldsPlaceholder />
          )}
        </>
      )}
      <p className={`${textStyles.note} ${styles.note}`}>
        {!error &&
          'Stripe takes the payment. Your card number goes straight to Stripe; we never see it. '}
        Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </section>
  );
}

/** Explains why nothing can be paid, with a retry button or a link to the home page. */
function PaymentError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof HttpError ? error.body.code : undefined;
  const isFinal = code === 'not_found' || code === 'invalid' || code === 'conflict';
  return (
    <div className={styles.failure} role="alert">
      <h2>{code === 'conflict' ? 'Nothing to pay right now' : "This payment can't be started"}</h2>
      <p>{getServerMessage(error, 'The server could not be reached. Nothing was charged.')}</p>
      <p className={`${layoutStyles.actions} ${styles.actions}`}>
        {!isFinal && <Button onClick={onRetry}>Try Again</Button>}
        <Link className={getButtonClass(isFinal ? 'primary' : 'secondary')} href="/">
          Return to Home
        </Link>
      </p>
    </div>
  );
}
