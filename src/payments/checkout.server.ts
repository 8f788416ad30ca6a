import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { getMailDisabledReason } from '../foundation/outbox/mailer.server';
import type { Lead } from '../leads/contract';
import type { PackageChoice } from '../leads/inquiry/package-choice';
import { findLead } from '../leads/table.server';
import { AppError } from '../lib/errors';
import type { PaymentInput, StartedPayment, Verification } from './contract';
import type { PaymentHooks } from './hooks.server';
import { recordPaymentInterest } from './payment-interest.server';
import { paidStatuses } from './payment-status';
import {
  applyStripePayment,
  cancelMissingPayment,
  cancelUnsentPayments,
  createPayment,
  findActivePayment,
  findPayment,
} from './store.server';
import {
  canTakePayments,
  getStripe,
  isMissingAtStripe,
  toStripeFailure,
} from './stripe-client.server';
import { parsePaymentIntent, type StripePayment } from './stripe-payment.server';
import type { PaymentRow } from './table.server';

/** Dependencies of payments. */
export interface PaymentContext {
  db: Database;
  environment: Environment;
  listPackages: () => Promise<PackageChoice[]>;
  hooks: PaymentHooks;
  log: FastifyBaseLogger;
  /** Call it when a payment may have caused deliveries. */
  wakeOutbox: () => void;
}

const currency = 'usd';
/** Stripe accepts at most $999,999.99. */
export const maxPriceDollars = 999_999;

/**
 * Creates the error for an invalid link. It is the same for every wrong id: the response must not
 * reveal what a lead has chosen.
 */
const createInvalidLinkError = () =>
  new AppError(
    'not_found',
    'This payment link is not valid. Please choose a package again, or write to us.',
  );

const unconfirmedMessage =
  "Your payment is not confirmed yet: the card provider can't be reached. Please try again in a moment; you won’t be charged twice.";

const verificationByStatus: Record<PaymentRow['status'], Verification> = {
  pending: {
    success: false,
    message: 'Your payment is not confirmed yet. Please try again in a moment.',
  },
  failed: { success: false, message: 'The card was declined. Nothing was charged.' },
  canceled: { success: false, message: 'This payment was canceled. Nothing was charged.' },
  succeeded: { success: true, message: 'Payment confirmed' },
  refunded: { success: false, message: 'This payment was refunded.' },
};

function toVerification({ status, leadId, packageId }: PaymentRow): Verification {
  const isUnpaid = status === 'failed' || status === 'canceled';
  return { ...verificationByStatus[status], ...(isUnpaid && { unpaid: { leadId, packageId } }) };
}

const createUnpayableError = () =>
  new AppError('invalid', "This package can't be paid online. Please contact support.");

/** Returns the amount to charge for a package, in cents. @throws AppError invalid */
function getPayableAmountCents({ price }: PackageChoice): number {
  if (price === null || price < 1 || price > maxPriceDollars) throw createUnpayableError();
  return price * 100;
}

/**
 * Returns the packages that a lead may pay for: the one with the chosen id, else those with the
 * chosen name. Empty when the lead has chosen none, or its choice can't be paid any more. Then any
 * package may be agreed on.
 */
function findPayablePackages(offered: readonly PackageChoice[], lead: Lead): PackageChoice[] {
  const payable = offered.filter(({ price }) => price);
  const chosen = payable.filter(({ id }) => id === lead.interestedPackageId);
  return chosen.length > 0 ? chosen : payable.filter(({ name }) => name === lead.interestedPackage);
}

const createAlreadyPaidError = (environment: Environment) =>
  new AppError(
    'conflict',
    getMailDisabledReason(environment) === undefined
      ? 'This package is already paid for. The confirmation comes by email; nothing more is due.'
      : 'This package is already paid for. Nothing more is due.',
  );

/**
 * Fetches Stripe's current state of a PaymentIntent and stores it.
 * @throws the Stripe library's errors
 */
export async function refreshPayment(context: PaymentContext, intentId: string) {
  const stripe = await getStripe(context.environment);
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return { intent, payment: await applyStripePayment(context, parsePaymentIntent(intent)) };
}

/**
 * Cancels a PaymentIntent.
 * @returns its state afterwards: it may have been paid in the meantime
 */
export async function cancelIntent(
  environment: Environment,
  intentId: string,
): Promise<StripePayment> {
  const stripe = await getStripe(environment);
  try {
    return parsePaymentIntent(await stripe.paymentIntents.cancel(intentId));
  } catch (error) {
    if (toStripeFailure(error)?.code !== 'payment_intent_unexpected_state') throw error;
    return parsePaymentIntent(await stripe.paymentIntents.retrieve(intentId));
  }
}

/**
 * Makes requests about the PaymentIntent of an open payment. If Stripe doesn't know it, as after the
 * keys of another account were saved, cancels the payment: while open, it blocks any new one.
 * @returns undefined when Stripe doesn't know the PaymentIntent
 */
async function cancelIfMissing<T>(
  { db, log }: PaymentContext,
  intentId: string,
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
    await cancelMissingPayment(db, intentId);
    log.warn({ intent: intentId }, 'an open payment is unknown to Stripe');
    return undefined;
  }
}

async function createIntent(
  { db, environment }: PaymentContext,
  payment: PaymentRow,
): Promise<Stripe.PaymentIntent> {
  const stripe = await getStripe(environment);
  try {
    return await stripe.paymentIntents.create(
      {
        amount: payment.amount,
        currency: payment.currency,
        // Cards and wallets only: their result is known immediately.
        allowed_payment_method_types: ['card'],
        description: `${environment.SITE_NAME}: ${payment.packageName}`,
        metadata: { paymentId: payment.id, leadId: payment.leadId, packageId: payment.packageId },
      },
      { idempotencyKey: payment.id },
    );
  } catch (error) {
    const status = toStripeFailure(error)?.statusCode;
    // Stripe repeats its response to an idempotency key for a day, even an error. The next attempt
    // needs a new key.
    const isFinal = status !== undefined && ![409, 429].includes(status);
    if (isFinal) await cancelUnsentPayments(db, { id: payment.id });
    throw error;
  }
}

/**
 * Loads the lead, and what it pays for a package: what it has accepted in a proposal, whatever the
 * package costs now, else the package's price.
 * @throws AppError not_found, invalid
 */
async function loadOrder(
  { db, listPackages, hooks }: PaymentContext,
  ids: Pick<PaymentInput, 'leadId' | 'packageId'>,
) {
  const [offered, lead, agreement] = await Promise.all([
    listPackages(),
    findLead(db, ids.leadId),
    hooks.findAgreement(db, ids),
  ]);
  if (lead && agreement) {
    const { packageName, amount, proposalId } = agreement;
    if (amount === 0) throw createUnpayableError();
    return { lead, packageName, amount, proposalId };
  }
  const chosen = offered.find(({ id }) => id === ids.packageId);
  if (!lead || !chosen) throw createInvalidLinkError();
  const payablePackages = findPayablePackages(offered, lead);
  if (payablePackages.length > 0 && !payablePackages.includes(chosen))
    throw createInvalidLinkError();
  const amount = getPayableAmountCents(chosen);
  return { lead, packageName: chosen.name, amount, proposalId: null };
}

/** Starts or resumes a payment; undefined when the caller should try again. */
async function tryStart(
  context: PaymentContext,
  input: PaymentInput,
): Promise<StartedPayment | undefined> {
  const { db, environment } = context;
  const { lead, packageName, amount, proposalId } = await loadOrder(context, input);
  const attribution = input.attribution ?? lead.attribution;
  const payment =
    (await findActivePayment(db, input.leadId, input.packageId)) ??
    (await createPayment(db, {
      ...input,
      attribution,
      packageName,
      amount,
      currency,
      proposalId,
    }));
  if (!payment) return undefined;
  if (payment.status === 'succeeded') throw createAlreadyPaidError(environment);
  const { stripePaymentIntentId: intentId } = payment;
  if (payment.amount !== amount || payment.proposalId !== proposalId) {
    // The price has changed, or was agreed on in a proposal. Cancel, so that nobody pays another
    // amount than the page shows.
    if (intentId === null) await cancelUnsentPayments(db, { id: payment.id });
    else {
      await cancelIfMissing(context, intentId, async () =>
        applyStripePayment(context, await cancelIntent(environment, intentId)),
      );
    }
    return undefined;
  }
  const intent =
    intentId === null
      ? await createIntent(context, payment)
      : (await cancelIfMissing(context, intentId, () => refreshPayment(context, intentId)))?.intent;
  if (!intent) return undefined;
  const updatedPayment = await applyStripePayment(context, parsePaymentIntent(intent));
  if (updatedPayment && paidStatuses.includes(updatedPayment.status))
    throw createAlreadyPaidError(environment);
  if (intent.status === 'processing') {
    throw new AppError('conflict', 'Your payment is being processed. Please wait a moment.');
  }
  if (!updatedPayment || updatedPayment.status === 'canceled' || intent.client_secret === null)
    return undefined;
  return { clientSecret: intent.client_secret, amount, currency };
}

/** Returns whether this site takes no payments: none are set up, or the owner has switched them off. */
export const isPaymentOff = (environment: Environment): boolean =>
  !canTakePayments(environment) || !environment.owner.takePayments;

/**
 * Records that a visitor wanted to pay while payments are not configured, and not if the owner has
 * switched them off. Does nothing for an invalid link: a response that tells would reveal what a
 * lead has chosen.
 */
export async function reportPaymentInterest(
  context: PaymentContext,
  input: Pick<PaymentInput, 'leadId' | 'packageId'>,
): Promise<void> {
  const { environment } = context;
  if (canTakePayments(environment) || !environment.owner.takePayments) return;
  try {
    const { packageName, amount } = await loadOrder(context, input);
    const interest = { leadId: input.leadId, packageName, amount };
    if (await recordPaymentInterest(context.db, interest)) context.wakeOutbox();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Starts a lead's payment for a package, or resumes the open one. The amount is that of
 * an accepted proposal, otherwise the package's stored price.
 * @throws AppError not_found, invalid, conflict when it is already paid, unavailable
 */
export async function startPayment(
  context: PaymentContext,
  input: PaymentInput,
): Promise<StartedPayment> {
  const { environment } = context;
  if (isPaymentOff(environment)) {
    throw new AppError(
      'unavailable',
      'Payment processing is not configured. Please contact support.',
    );
  }
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      const started = await tryStart(context, input);
      if (started) return started;
    }
  } catch (error) {
    const failure = toStripeFailure(error);
    if (!failure) throw error;
    context.log.error({ stripe: failure }, 'a payment could not be started');
  }
  throw new AppError(
    'unavailable',
    "The payment can't be started right now. Nothing was charged. Please try again in a moment.",
    { retryAfterSeconds: 5 },
  );
}

/** Asks Stripe whether a payment succeeded. */
export async function verifyPayment(
  context: PaymentContext,
  intentId: string,
): Promise<Verification> {
  const known = await findPayment(context.db, 'stripePaymentIntentId', intentId);
  // Only for our own payments, so that nobody can make us query Stripe for others.
  if (!known || !canTakePayments(context.environment)) {
    return { success: false, message: "We couldn't find this payment. Please contact support." };
  }
  if (paidStatuses.includes(known.status)) return toVerification(known);
  try {
    // Not canceled if Stripe doesn't know it: the page must not say that nothing was charged, because
    // it may have been paid with the keys of another account.
    const { payment } = await refreshPayment(context, intentId);
    return toVerification(payment ?? known);
  } catch (error) {
    const failure = toStripeFailure(error);
    if (!failure) throw error;
    context.log.warn({ stripe: failure }, 'a payment could not be verified');
    return { success: false, message: unconfirmedMessage };
  }
}
