import { z } from '../../lib/schema';
import { attribution } from '../analytics/contract';
import { paymentStatuses } from './payment-status';

const id = z.string().check(z.regex(/^[\w-]{1,64}$/, 'Invalid id'));

/** Body of a payment's start. What it costs is not among the things that a browser may say. */
export const paymentInput = z.object({
  leadId: id,
  packageId: id,
  // What is not ours is left out: it must not hold up a payment.
  attribution: z.catch(z._default(z.nullable(attribution), null), null),
});

export type PaymentInput = z.output<typeof paymentInput>;

/** What the browser needs to take the card's details. */
export const startedPayment = z.object({
  /** Lets who holds it pay this one PaymentIntent. Never stored, never logged. */
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

export const verification = z.object({ success: z.boolean(), message: z.string() });

export type Verification = z.output<typeof verification>;

/** A payment as its lead shows it to the owner. */
export const leadPayment = z.object({
  id: z.string(),
  packageName: z.string(),
  /** In cents. */
  amount: z.number(),
  refundedAmount: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  createdAt: z.string(),
  /** Where who pays came from. */
  attribution: z.nullable(attribution),
  /** Stripe's own page of it; null before Stripe knows of it. */
  stripeUrl: z.nullable(z.string()),
});

export type LeadPayment = z.output<typeof leadPayment>;
