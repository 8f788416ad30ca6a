import { attribution, lenientAttribution } from '../analytics/contract';
import { recordId, z } from '../lib/schema';
import { paymentStatuses } from './payment-status';

/** Stripe's settings for the payment page; null when payments are not set up. */
export interface CheckoutSetup {
  publishableKey: string | null;
}

/**
 * Body of the request that starts a payment. The price comes from the server, never from the
 * browser.
 */
export const paymentInput = z.object({
  leadId: recordId,
  packageId: recordId,
  attribution: lenientAttribution,
});

/** Body of the request that reports a visitor who wanted to pay while payments are off. */
export const paymentInterestInput = z.object({ leadId: recordId, packageId: recordId });

export type PaymentInput = z.output<typeof paymentInput>;

/** Response with what the browser needs to collect the card details. */
export const startedPayment = z.object({
  /** Authorizes paying this one PaymentIntent. Never stored or logged. */
  clientSecret: z.string(),
  /** In cents. */
  amount: z.number(),
  currency: z.string(),
});

export type StartedPayment = z.output<typeof startedPayment>;

export const verificationInput = z.object({
  paymentIntentId: z
    .string()
    .check(z.minLength(1), z.maxLength(255), z.regex(/^[\x21-\x7e]*$/, 'Invalid')),
});

export const verification = z.object({
  success: z.boolean(),
  message: z.string(),
  /** The lead and the package of a payment that failed, for paying again. */
  unpaid: z.optional(z.object({ leadId: z.string(), packageId: z.string() })),
});

export type Verification = z.output<typeof verification>;

/** A payment in the admin API. */
export const leadPayment = z.object({
  id: z.string(),
  packageName: z.string(),
  /** In cents. */
  amount: z.number(),
  refundedAmount: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  createdAt: z.string(),
  attribution: z.nullable(attribution),
  /** URL of the payment in Stripe's dashboard; null before it exists there. */
  stripeUrl: z.nullable(z.string()),
});

export type LeadPayment = z.output<typeof leadPayment>;
