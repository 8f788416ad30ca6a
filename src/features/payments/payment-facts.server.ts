import { z } from '../../lib/schema';
import type { PaymentStatus } from './payment-status';

/** What Stripe says about one PaymentIntent, in our words. */
export interface PaymentFacts {
  intentId: string;
  /** The payment's id that we gave it; null where someone else has made it. */
  paymentId: string | null;
  status: PaymentStatus;
  /** In cents: what has come in once it is paid, else what is asked for. */
  amount: number;
  refundedAmount: number;
  currency: string;
}

const metadata = z.catch(z.object({ paymentId: z.optional(z.string()) }), {});

/** Of a charge, what stays the same over the versions of Stripe's API. */
const charge = z.object({
  object: z.literal('charge'),
  payment_intent: z.nullish(
    z.union([
      z.string(),
      z.pipe(
        z.object({ id: z.string() }),
        z.transform(({ id }) => id),
      ),
    ]),
  ),
  amount: z.int(),
  amount_refunded: z.int(),
  refunded: z.boolean(),
  currency: z.string(),
  metadata,
});

const intent = z.object({
  object: z.literal('payment_intent'),
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.optional(z.int()),
  currency: z.string(),
  metadata,
  last_payment_error: z.nullish(z.looseObject({})),
  // Its id only, unless it was asked for.
  latest_charge: z.catch(z.nullish(z.union([z.string(), charge])), null),
});

type Intent = z.output<typeof intent>;

function intentStatus({ status, last_payment_error }: Intent): PaymentStatus {
  if (status === 'succeeded' || status === 'canceled') return status;
  // After a card was refused Stripe waits for another one. What else it waits for is no answer yet.
  return status === 'requires_payment_method' && last_payment_error ? 'failed' : 'pending';
}

function factsOfIntent(one: Intent): PaymentFacts {
  const paid = one.status === 'succeeded';
  const latest = typeof one.latest_charge === 'object' ? one.latest_charge : null;
  return {
    intentId: one.id,
    paymentId: one.metadata.paymentId ?? null,
    status: paid && latest?.refunded ? 'refunded' : intentStatus(one),
    amount: paid ? (one.amount_received ?? one.amount) : one.amount,
    refundedAmount: latest?.amount_refunded ?? 0,
    currency: one.currency,
  };
}

function factsOfCharge(one: z.output<typeof charge>): PaymentFacts | undefined {
  if (!one.payment_intent) return undefined;
  return {
    intentId: one.payment_intent,
    paymentId: one.metadata.paymentId ?? null,
    // Part of the money back leaves it succeeded.
    status: one.refunded ? 'refunded' : 'succeeded',
    amount: one.amount,
    refundedAmount: one.amount_refunded,
    currency: one.currency,
  };
}

/** Stripe's answer, or that of whatever stands between, is not what was asked for; named as Stripe names. */
class StripeAnswerError extends Error {
  readonly type = 'StripeAnswerError';
}

/** What a PaymentIntent says that Stripe answered with. @throws StripeAnswerError when it is none */
export function factsOf(answer: unknown): PaymentFacts {
  const parsed = intent.safeParse(answer);
  if (!parsed.success) throw new StripeAnswerError('Stripe answered with no PaymentIntent.');
  return factsOfIntent(parsed.data);
}

/** The events that say something about a payment; all others change nothing. */
const telling =
  /^(payment_intent\.(succeeded|payment_failed|canceled|processing|requires_action|created)|charge\.refunded)$/;

const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });

/** What an event of Stripe's says about a payment; undefined when it says nothing. */
export function factsOfEvent(body: unknown): PaymentFacts | undefined {
  const parsed = event.safeParse(body);
  if (!parsed.success || !telling.test(parsed.data.type)) return undefined;
  const { object } = parsed.data.data;
  if (parsed.data.type === 'charge.refunded') {
    const refund = charge.safeParse(object);
    return refund.success ? factsOfCharge(refund.data) : undefined;
  }
  const found = intent.safeParse(object);
  return found.success ? factsOfIntent(found.data) : undefined;
}
