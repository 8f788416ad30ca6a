import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { formatMoney } from '../../lib/format-number';
import { Button } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import { CircleAlert } from '../../ui/icons/admin-icons';
import type { StartedPayment } from '../contract';
import { CardFieldsPlaceholder } from './CardFieldsPlaceholder';
import * as styles from './CardForm.module.css';

/** Reads our design tokens into Stripe's variables, because its fields render in an iframe. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const readToken = (name: string) => style.getPropertyValue(name).trim();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      fontLineHeight: '1.4',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      borderRadius: readToken('--r-ctl'),
      colorPrimary: readToken('--action'),
      colorBackground: readToken('--surface'),
      colorText: readToken('--ink'),
      colorTextSecondary: readToken('--ink-2'),
      colorTextPlaceholder: readToken('--ink-3'),
      colorDanger: readToken('--danger'),
      iconColor: readToken('--ink-2'),
    },
    rules: {
      '.Label': {
        fontSize: '15px',
        fontWeight: '600',
        color: readToken('--ink'),
        marginBottom: '6px',
      },
      '.Input': {
        border: `1px solid ${readToken('--edge')}`,
        boxShadow: 'none',
        padding: '12px 14px',
      },
      '.Input:hover': { borderColor: readToken('--ink-2') },
      '.Input:focus': {
        borderColor: readToken('--ink'),
        boxShadow: `0 0 0 1px ${readToken('--ink')}`,
      },
      '.Input--invalid': { boxShadow: `0 0 0 1px ${readToken('--danger')}` },
      '.Tab': { border: `1px solid ${readToken('--edge')}`, boxShadow: 'none' },
      '.Tab--selected': {
        borderColor: readToken('--ink'),
        boxShadow: `0 0 0 1px ${readToken('--ink')}`,
      },
      '.Error': { fontSize: '15px' },
    },
  };
}

/** Returns the appearance of Stripe's fields. Follows changes between light and dark mode. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(readAppearance());
    scheme.addEventListener('change', update);
    return () => scheme.removeEventListener('change', update);
  }, []);
  return appearance;
}

interface Props {
  publishableKey: string;
  payment: StartedPayment;
  /** URL to which Stripe redirects the browser. Stripe appends the payment's ID. */
  returnUrl: string;
}

/** Stripe's card fields. The card number never reaches this page or our server. */
export function CardForm({ publishableKey, payment, returnUrl }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const [stripe, setStripe] = useState<Promise<Stripe | null> | null>(null);
  const appearance = useStripeAppearance();

  const loadStripeScript = useCallback(() => {
    setHasFailed(false);
    setStripe(
      loadStripe(publishableKey).catch(() => {
        setHasFailed(true);
        return null;
      }),
    );
  }, [publishableKey]);
  // In an effect, because React may discard and repeat a render.
  useEffect(loadStripeScript, [loadStripeScript]);

  if (hasFailed) {
    return (
      <div className={styles.failure} role="alert">
        <p>
          The card form could not be loaded. Check your connection and any content blocker, then try
          again.
        </p>
        <Button variant="secondary" onClick={loadStripeScript}>
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
      <CardFields payment={payment} returnUrl={returnUrl} onFailed={() => setHasFailed(true)} />
    </Elements>
  );
}

/** The states of a PaymentIntent that no further card changes. */
const finalStatuses = ['succeeded', 'processing', 'canceled'];

/** Returns Stripe's message about a card that it did not charge; undefined for other errors. */
const getDeclineMessage = ({ type, code, message }: StripeError): string | undefined =>
  type === 'card_error' ||
  type === 'validation_error' ||
  code === 'payment_intent_authentication_failure'
    ? message
    : undefined;

/**
 * Pays with the card in Stripe's fields. Navigates to the return URL if the payment succeeded, also
 * when only its response was lost, or when it was paid or canceled elsewhere.
 * @returns why it is not paid; undefined when the browser navigates
 */
async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  returnUrl: string,
): Promise<string | undefined> {
  try {
    // Returns only on failure. On success the browser navigates to the return URL.
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
    });
    const declineMessage = getDeclineMessage(error);
    if (declineMessage) return declineMessage;
  } catch {
    // The outcome is unknown, as it is for the errors that are meant for developers.
  }
  const { paymentIntent } = await stripe
    .retrievePaymentIntent(clientSecret)
    .catch(() => ({ paymentIntent: undefined }));
  if (!paymentIntent || !finalStatuses.includes(paymentIntent.status)) {
    return 'Your payment is not confirmed. Please try again; you won’t be charged twice.';
  }
  location.assign(`${returnUrl}?${new URLSearchParams({ payment_intent: paymentIntent.id })}`);
  return undefined;
}

interface CardFieldsProps {
  payment: StartedPayment;
  returnUrl: string;
  onFailed: () => void;
}

function CardFields({ payment, returnUrl, onFailed }: CardFieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || !isReady || busy) return;
    setBusy(true);
    setError(undefined);
    const failure = await confirmPayment(stripe, elements, payment.clientSecret, returnUrl);
    if (!failure) return;
    setError(failure);
    setBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={pay} aria-busy={!isReady || undefined}>
      {!isReady && <CardFieldsPlaceholder />}
      <div className={isReady ? undefined : styles.hidden}>
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setIsReady(true)}
          onLoadError={onFailed}
        />
      </div>
      {error && (
        <p className={formStyles.error} role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
      <Button type="submit" size="l" busy={busy} disabled={!isReady}>
        {busy ? 'Paying...' : `Pay ${formatMoney(payment.amount / 100)}`}
      </Button>
    </form>
  );
}
