import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import * as packageStyles from '../../content/collections/packages/public/PackageCard.module.css';
import { useCollection } from '../../content/collections/queries';
import { buildLeadBookingUrl } from '../../lib/booking-link';
import { formatMoney } from '../../lib/format-number';
import { request } from '../../lib/network/http-client';
import { QueryProvider } from '../../lib/QueryProvider';
import { usePreloaded } from '../../lib/query-cache';
import { useSite } from '../../lib/site';
import { type AgreedPrice, agreedPriceKey } from '../../payments/agreed-price';
import type { CheckoutSetup } from '../../payments/contract';
import { getButtonClass } from '../../ui/Button';
import { useFocusKeeper } from '../../ui/dialog/use-focus-keeper';
import { PhoneLink } from '../../ui/PhoneLink';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { useToast } from '../../ui/toast/toast';
import { ClosedDay } from '../layout/ClosedDay';
import * as closedDayStyles from '../layout/ClosedDay.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './CheckoutPage.module.css';
import { PaymentPanel } from './PaymentPanel';

/** The package being bought, at the price of an accepted proposal if there is one. */
function OrderSummary({ packageId }: { packageId: string }) {
  const { data: packages } = useCollection('packages');
  const agreement = usePreloaded<AgreedPrice | null>(agreedPriceKey);
  const item = packages?.find(({ id }) => id === packageId);
  const name = agreement?.packageName ?? item?.name;
  const price = agreement ? agreement.amount / 100 : (item?.price ?? null);
  return (
    <div className={styles.summary}>
      <h1>Checkout</h1>
      {name !== undefined && (
        <div className={styles.packageHeader}>
          <h2>{name}</h2>
          {price !== null && (
            <p className={`${packageStyles.price} ${styles.price}`}>
              <b>{formatMoney(price)}</b> <small>one-time</small>
            </p>
          )}
        </div>
      )}
      {agreement && <p className={styles.description}>As agreed in proposal {agreement.number}.</p>}
      {item && (
        <>
          <p className={styles.description}>{item.description}</p>
          {item.features.length > 0 && (
            <>
              <h3 className={styles.includedTitle}>What's included:</h3>
              <ul className={`${packageStyles.features} ${styles.features}`}>
                {[...new Set(item.features)].map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Checkout page of a lead and a package, both named in the query. */
export default function CheckoutPage() {
  const query = new URLSearchParams(useSearch());
  const leadId = query.get('leadId');
  const packageId = query.get('packageId');
  const setup = usePreloaded<CheckoutSetup>('checkout');
  const publishableKey = setup?.publishableKey ?? null;
  const { arePaymentsOff } = useSite();
  const page = useRef<HTMLElement>(null);
  // "Try Again" disappears when it is clicked.
  useFocusKeeper(page);

  return (
    <SiteLayout>
      {!leadId || !packageId ? (
        <MissingIds />
      ) : arePaymentsOff ? (
        <SwitchedOff leadId={leadId} />
      ) : publishableKey === null ? (
        <NotConfigured leadId={leadId} packageId={packageId} />
      ) : (
        <section className={styles.page} ref={page}>
          <div className={`${layoutStyles.container} ${layoutStyles.columns} ${styles.columns}`}>
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

/** Shown when the owner has switched payments off, to those who have an earlier link. */
function SwitchedOff({ leadId }: { leadId: string }) {
  return (
    <Notice title="Nothing to pay here" {...useContactActions(leadId)}>
      We don’t take payments on this site. Your inquiry is with us: we’ll be in touch, or you pick a
      time for your call.
    </Notice>
  );
}

/** Shown while payments are not configured. Reports to the owner that this visitor wanted to pay. */
function NotConfigured({ leadId, packageId }: { leadId: string; packageId: string }) {
  const toast = useToast();
  useEffect(() => {
    toast({
      title: 'Payment Not Available',
      description: 'Payment processing is not configured. Please contact support.',
      tone: 'bad',
    });
  }, [toast]);
  useEffect(() => {
    const body = { leadId, packageId };
    // Ignored: the visitor can't do anything about a failure.
    request('/api/payment-interest', { method: 'POST', body }).catch(() => {});
  }, [leadId, packageId]);
  return (
    <Notice title="Checkout" {...useContactActions(leadId)}>
      Payment processing is not available at this time. Please contact support to complete your
      purchase.
    </Notice>
  );
}

/** Returns the ways to reach the owner instead of paying. */
function useContactActions(leadId: string): Pick<NoticeProps, 'actions' | 'contact'> {
  const { supportEmail, schedulingUrl } = useSite();
  return {
    actions: (
      <>
        <a
          className={getButtonClass('primary', 'l')}
          href={schedulingUrl ?? buildLeadBookingUrl(leadId)}
        >
          Book your call
        </a>
        <a className={getButtonClass('secondary', 'l')} href={`mailto:${supportEmail}`}>
          Contact Support
        </a>
      </>
    ),
    contact: (
      <>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        <PhoneLink />
      </>
    ),
  };
}

interface NoticeProps {
  title: string;
  children: string;
  actions?: ReactNode;
  /** The owner's contact details. */
  contact?: ReactNode;
}

function Notice({ title, children, actions, contact }: NoticeProps) {
  return (
    <section className={`${closedDayStyles.page} ${styles.notice}`}>
      <div className={`${layoutStyles.container} ${layoutStyles.columns} ${styles.noticeText}`}>
        <h1>{title}</h1>
        <div>
          <p className={textStyles.lead}>{children}</p>
          <p className={`${layoutStyles.actions} ${styles.actions}`}>
            {actions}
            <Link className={getButtonClass(actions ? 'quiet' : 'primary', 'l')} href="/">
              Return to Home
            </Link>
          </p>
          {contact && <p className={`${textStyles.small} ${styles.contact}`}>{contact}</p>}
        </div>
      </div>
      <ClosedDay label="Closed" />
    </section>
  );
}
