import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { buildCheckoutUrl, ThanksCrew } from '../../leads/public/Thanks';
import { request } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import type { Verification } from '../../payments/contract';
import { Button, getButtonClass } from '../../ui/Button';
import { NextSteps } from '../../ui/NextSteps';
import { Spinner } from '../../ui/Spinner';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { useToast } from '../../ui/toast/toast';
import { ClosedDay } from '../layout/ClosedDay';
import * as closedDayStyles from '../layout/ClosedDay.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './PaymentSuccessPage.module.css';

const requestFailedMessage = 'Failed to verify payment';
const notVerifiedMessage = 'Could not verify payment';

const emailedStep = { when: 'Now', what: 'A confirmation email is on its way to you.' };
const notEmailedStep = {
  when: 'Now',
  what: 'This page is your confirmation: no confirmation email is sent.',
};
const nextSteps = [
  { when: 'Within 24 hours', what: 'Our team contacts you for the onboarding kickoff.' },
  { when: 'From then on', what: 'You have your own dedicated project manager.' },
];

/** Result page that Stripe redirects to after a payment. */
export default function PaymentSuccessPage() {
  const search = useSearch();
  // Read from the initial URL, which is shortened below.
  const [intentId] = useState(() => new URLSearchParams(search).get('payment_intent'));

  useEffect(() => {
    if (!intentId) return;
    // Remove Stripe's client secret from the URL, so that it is not in the history or sent to
    // tracking.
    history.replaceState(null, '', `?${new URLSearchParams({ payment_intent: intentId })}`);
  }, [intentId]);

  return (
    <SiteLayout>
      <section className={`${closedDayStyles.page} ${styles.page}`}>
        {intentId ? <PaymentVerification intentId={intentId} /> : <MissingPayment />}
      </section>
    </SiteLayout>
  );
}

function MissingPayment() {
  const toast = useToast();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({ title: 'Invalid Payment', description: 'No payment information found', tone: 'bad' });
    navigate('/', { replace: true });
  }, [toast, navigate]);
  return (
    <div className={`${layoutStyles.container} ${styles.content} ${styles.status}`}>
      <h1>Invalid Payment</h1>
      <p className={`${textStyles.lead} ${styles.lead}`}>No payment information found.</p>
      <HomeLink />
    </div>
  );
}

/** Verifies the payment. The server looks it up at Stripe. */
function PaymentVerification({ intentId }: { intentId: string }) {
  const toast = useToast();
  const [outcome, setOutcome] = useState<Verification>();
  const [isPending, setIsPending] = useState(false);

  const verify = useCallback(async () => {
    setIsPending(true);
    try {
      const { success, message, unpaid } = await request<Verification>('/api/payment-success', {
        method: 'POST',
        body: { paymentIntentId: intentId },
      });
      setOutcome({ success, message: message || notVerifiedMessage, unpaid });
      if (success) return;
      const description = message || notVerifiedMessage;
      toast({ title: 'Payment Verification Failed', description, tone: 'bad' });
    } catch {
      setOutcome({ success: false, message: requestFailedMessage });
      toast({ title: 'Error', description: requestFailedMessage, tone: 'bad' });
    } finally {
      setIsPending(false);
    }
  }, [intentId, toast]);

  useEffect(() => {
    verify();
  }, [verify]);

  if (!outcome) return <Verifying />;
  if (outcome.success) return <PaymentConfirmed />;
  return <PaymentNotConfirmed outcome={outcome} busy={isPending} onRetry={verify} />;
}

function Verifying() {
  const { supportEmail, isMailOff } = useSite();
  const todo = isMailOff
    ? 'There is nothing more to do.'
    : 'There is nothing more to do: once it has, you get an email.';
  return (
    <div className={`${layoutStyles.container} ${styles.content} ${styles.status}`}>
      <h1>Your payment</h1>
      <p className={styles.wait} role="status">
        <Spinner />
        Verifying your payment...
      </p>
      <noscript>
        <p>
          {`This page needs JavaScript to show whether your payment went through. ${todo} Questions? ${supportEmail}`}
        </p>
      </noscript>
    </div>
  );
}

function PaymentConfirmed() {
  const { supportEmail, isMailOff } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);

  // Focus the result, so that it is announced. A clicked "Try Again" button has disappeared.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div
      className={`${layoutStyles.container} ${layoutStyles.columns} ${styles.content} ${styles.columns}`}
    >
      <div className={styles.heading}>
        <h1 ref={heading} tabIndex={-1}>
          Payment Successful!
        </h1>
        <p className={`${textStyles.lead} ${styles.lead}`}>
          Thank you. Your onboarding is paid, and your place is secured.
        </p>
      </div>
      <div className={styles.card}>
        <ThanksCrew />
        <div className={styles.cardBody}>
          <h2>What happens next</h2>
          <NextSteps steps={[isMailOff ? notEmailedStep : emailedStep, ...nextSteps]} />
          <p>
            Questions? Write to{' '}
            <a className={styles.email} href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </p>
        </div>
      </div>
      <HomeLink />
    </div>
  );
}

interface NotConfirmedProps {
  outcome: Verification;
  busy: boolean;
  onRetry: () => void;
}

function PaymentNotConfirmed({ outcome, busy, onRetry }: NotConfirmedProps) {
  const { supportEmail } = useSite();
  const { message, unpaid } = outcome;
  return (
    <>
      <div className={`${layoutStyles.container} ${styles.content} ${styles.status}`}>
        <h1>Payment Not Confirmed</h1>
        <p className={`${textStyles.lead} ${styles.lead}`}>{message}</p>
        <p>
          {unpaid
            ? 'You can pay again. Questions? Write to '
            : 'You can check again at any time; that charges nothing. If this doesn’t change, write to '}
          <a className={styles.email} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </p>
        <p className={`${layoutStyles.actions} ${styles.actions}`}>
          {unpaid ? (
            <Link
              className={getButtonClass('primary', 'l')}
              href={buildCheckoutUrl(unpaid.leadId, unpaid.packageId)}
            >
              Back to Payment
            </Link>
          ) : (
            <Button size="l" busy={busy} onClick={onRetry}>
              {busy ? 'Verifying...' : 'Try Again'}
            </Button>
          )}
          <Link className={getButtonClass('secondary', 'l')} href="/">
            Return to Home
          </Link>
        </p>
      </div>
      <ClosedDay label="Not covered yet" />
    </>
  );
}

function HomeLink() {
  return (
    <p className={`${layoutStyles.actions} ${styles.actions}`}>
      <Link className={getButtonClass('primary', 'l')} href="/">
        Return to Home
      </Link>
    </p>
  );
}
