import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { dollars } from '../../lib/dollars';
import { Button } from '../../ui/Button';
import { CircleAlert } from '../../ui/later-icons';
import { CardFieldsPlaceholder } from './CardFieldsPlaceholder';
import type { StartedPayment } from './payment';
import { useStripeAppearance } from './stripe-appearance';
import './CardForm.css';

interface Props {
  publishableKey: string;
  payment: StartedPayment;
  /** Where Stripe sends the browser afterwards; it adds the payment's reference. */
  returnAddress: string;
}

/** Stripe's own fields for the card: its number never touches this page or our server. */
export function CardForm({ publishableKey, payment, returnAddress }: Props) {
  const [failed, setFailed] = useState(false);
  const [stripe, setStripe] = useState<Promise<Stripe | null> | null>(null);
  const appearance = useStripeAppearance();

  const load = useCallback(() => {
    setFailed(false);
    setStripe(
      loadStripe(publishableKey).catch(() => {
        setFailed(true);
        return null;
      }),
    );
  }, [publishableKey]);
  // Not while rendering: React may throw a rendering away and start over.
  useEffect(load, [load]);

  if (failed) {
    return (
      <div className="card-fail" role="alert">
        <p>
          The card form could not be loaded. A content blocker or the connection may be the cause.
        </p>
        <Button variant="secondary" onClick={load}>
          Try Again
        </Button>
      </div>
    );
  }
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret: payment.clientSecret, appearance, loader: 'never' }}
    >
      <Fields
        amount={payment.amount}
        returnAddress={returnAddress}
        onFailed={() => setFailed(true)}
      />
    </Elements>
  );
}

interface FieldsProps {
  amount: number;
  returnAddress: string;
  onFailed: () => void;
}

function Fields({ amount, returnAddress, onFailed }: FieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || !ready || busy) return;
    setBusy(true);
    setError(undefined);
    let refusal: string | undefined;
    try {
      // It comes back only with an error: after success the browser is on its way to the return address.
      const { error: refused } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnAddress },
      });
      refusal = refused.message;
    } catch {
      // Said below, in our words: what is thrown is for developers.
    }
    setError(refusal ?? 'The payment did not go through. Nothing was charged. Please try again.');
    setBusy(false);
  }

  return (
    <form className="card-form" onSubmit={pay} aria-busy={!ready || undefined}>
      {!ready && <CardFieldsPlaceholder />}
      <div className={ready ? undefined : 'hidden'}>
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setReady(true)}
          onLoadError={onFailed}
        />
      </div>
      {error && (
        <p className="err" role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
      <Button type="submit" size="l" busy={busy} disabled={!ready}>
        {busy ? 'Paying...' : `Pay ${dollars(amount / 100)}`}
      </Button>
    </form>
  );
}
