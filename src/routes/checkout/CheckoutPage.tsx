import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { CheckoutSetup } from '../../features/payments/checkout-setup';
import { QueryProvider } from '../../lib/QueryProvider';
import { usePreloaded } from '../../lib/query-cache';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/layout.module.css';
import * as textStyles from '../../ui/text.module.css';
import { useToast } from '../../ui/toast';
import { ClosedDay } from '../layout/ClosedDay';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './CheckoutPage.module.css';
import { OrderSummary } from './OrderSummary';
import { PaymentPanel } from './PaymentPanel';

/** Checkout page of a lead and a package, both named in the query. */
export default function CheckoutPage() {
  const query = new URLSearchParams(useSearch());
  const leadId = query.get('leadId');
  const packageId = query.get('packageId');
  const setup = usePreloaded<CheckoutSetup>('checkout');
  const publishableKey = setup?.publishableKey ?? null;

  return (
    <SiteLayout>
      {!leadId || !packageId ? (
        <MissingIds />
      ) : publishableKey === null ? (
        <NotConfigured />
      ) : (
        <section className={styles.page}>
          <div className={`${layoutStyles.container} ${styles.columns}`}>
            <OrderSummary packageId={packageId} />
            <QueryProvider>
              <PaymentPanel publishableKey={publishableKey} leadId={leadId} packageId={packageId} />
            </QueryProvider>
          </div>
        </section>
      )}
    </SiteLayout>
  );
}

/** Shows a toast and redirects to the home page, because query parameters are missing. */
function MissingIds() {
  const toast = useToast();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({
      title: 'Missing Information',
      description: 'Lead ID and Package ID are required',
      tone: 'bad',
    });
    navigate('/', { replace: true });
  }, [toast, navigate]);
  return <Notice title="Missing Information">Lead ID and Package ID are required.</Notice>;
}

function NotConfigured() {
  const toast = useToast();
  const { supportEmail } = useSite();
  useEffect(() => {
    toast({
      title: 'Payment Not Available',
      description: 'Payment processing is not configured. Please contact support.',
      tone: 'bad',
    });
  }, [toast]);
  return (
    <Notice title="Checkout" support={supportEmail}>
      Payment processing is not available at this time. Please contact support to complete your
      purchase.
    </Notice>
  );
}

interface NoticeProps {
  title: string;
  children: string;
  /** Support email address. */
  support?: string;
}

function Notice({ title, children, support }: NoticeProps) {
  return (
    <section className={styles.notice}>
      <div className={`${layoutStyles.container} ${styles.noticeText}`}>
        <h1>{title}</h1>
        <div>
          <p className={textStyles.lead}>{children}</p>
          <p className={`${layoutStyles.actions} ${styles.actions}`}>
            {support && (
              <a className={getButtonClass('primary', 'l')} href={`mailto:${support}`}>
                Contact Support
              </a>
            )}
            <Link className={getButtonClass(support ? 'secondary' : 'primary', 'l')} href="/">
              Return to Home
            </Link>
          </p>
          {support && <p className={`${textStyles.small} ${styles.support}`}>{support}</p>}
        </div>
      </div>
      <ClosedDay label="Closed" />
    </section>
  );
}
