import { z } from '../lib/schema';
import type { PaymentStatus } from './payment-status';

/** The state of a PaymentIntent in our own terms. */
export interface StripePayment {
  intentId: string;
  /** Our payment's id from the metadata; null when the PaymentIntent isn't ours. */
  paymentId: string | null;
  status: PaymentStatus;
  /** In cents: the amount received once it is paid, before that the amount requested. */
  amount: number;
  refundedAmount: number;
  currency: string;
}

const metadata = z.catch(z.object({ paymentId: z.optional(z.string()) }), {});

/** The fields of a charge that are the same in all versions of Stripe's API. */
const chargeSchema = z.object({
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

const paymentIntentSchema = z.object({
  object: z.literal('payment_intent'),
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.optional(z.int()),
  currency: z.string(),
  metadata,
  last_payment_error: z.nullish(z.looseObject({})),
  // The id only, unless the request expands it.
  latest_charge: z.catch(z.nullish(z.union([z.string(), chargeSchema])), null),
});

type PaymentIntent = z.output<typeof paymentIntentSchema>;

function toPaymentStatus({ status, last_payment_error }: PaymentIntent): PaymentStatus {
  if (status === 'succeeded' || status === 'canceled') return status;
  // After a declined card Stripe waits for another one. Other waiting states are still pending.
  return status === 'requires_payment_method' && last_payment_error ? 'failed' : 'pending';
}

function mapPaymentIntent(source: PaymentIntent): StripePayment {
  const isPaid = source.status === 'succeeded';
  const latestCharge = typeof source.latest_charge === 'object' ? source.latest_charge : null;
  return {
    intentId: source.id,
    paymentId: source.metadata.paymentId ?? null,
    status: isPaid && latestCharge?.refunded ? 'refunded' : toPaymentStatus(source),
    amount: isPaid ? (source.amount_received ?? source.amount) : source.amount,
    refundedAmount: latestCharge?.amount_refunded ?? 0,
    currency: source.currency,
  };
}

function mapCharge(source: z.output<typeof chargeSchema>): StripePayment | undefined {
  if (!source.payment_intent) return undefined;
  return {
    intentId: source.payment_intent,
    paymentId: source.metadata.paymentId ?? null,
    // After a partial refund the payment is still `succeeded`.
    status: source.refunded ? 'refunded' : 'succeeded',
    amount: source.amount,
    refundedAmount: source.amount_refunded,
    currency: source.currency,
  };
}

/** Thrown when a response isn't what was requested, for example from a proxy. */
class StripeResponseError extends Error {
  readonly type = 'StripeResponseError';
}

/** Parses a PaymentIntent from a response. @throws StripeResponseError */
export function parsePaymentIntent(response: unknown): StripePayment {
  const parsed = paymentIntentSchema.safeParse(response);
  if (!parsed.success) throw new StripeResponseError('Stripe’s response has no PaymentIntent.');
  return mapPaymentIntent(parsed.data);
}

/** The webhook events that concern payments. All others are ignored. */
const paymentEventPattern =
  /^(payment_intent\.(succeeded|payment_failed|canceled|processing|requires_action|created)|charge\.refunded)$/;

const eventSchema = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });

/** Reads a payment's state from a webhook event; undefined for other events. */
export function parsePaymentEvent(event: unknown): StripePayment | undefined {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success || !paymentEventPattern.test(parsed.data.type)) return undefined;
  const { type, data } = parsed.data;
  if (type === 'charge.refunded') {
    const refund = chargeSchema.safeParse(data.object);
    return refund.success ? mapCharge(refund.data) : undefined;
  }
  const intent = paymentIntentSchema.safeParse(data.object);
  return intent.success ? mapPaymentIntent(intent.data) : undefined;
}
