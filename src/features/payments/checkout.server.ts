import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import type { Lead } from '../leads/lead';
import { findLead } from '../leads/lead-table.server';
import { mailOffBecause } from '../mail/mailer.server';
import type { PaymentInput, StartedPayment, Verification } from './payment';
import { factsOf, type PaymentFacts } from './payment-facts.server';
import type { PaymentStore } from './payment-store.server';
import type { PaymentRow } from './payment-table.server';
import { stripeFailure, stripeOf, takesPayments } from './stripe-client.server';

/** A package as it stands in the database, with its price in whole dollars. */
export interface PricedPackage {
  id: string;
  name: string;
  price: number | null;
}

interface Parts {
  db: Database;
  environment: Environment;
  store: PaymentStore;
  /** The packages on offer. */
  packages: () => Promise<PricedPackage[]>;
  log: FastifyBaseLogger;
}

const currency = 'usd';
/** The largest amount that Stripe takes is $999,999.99. */
const highestPrice = 999_999;

/** Said alike for whatever is wrong with the two ids: an address must not tell what a lead has chosen. */
const invalidLink = () =>
  new AppError(
    'not_found',
    'This payment link is not valid. Please choose a package again, or write to us.',
  );

const unavailable = () =>
  new AppError(
    'unavailable',
    "The payment can't be started right now. Nothing was charged. Please try again in a moment.",
    { retryAfter: 5 },
  );

const notYet =
  "Your payment is not confirmed yet: the card provider can't be reached. Please try again in a moment; you are not charged twice.";

const answers: Record<PaymentRow['status'], Verification> = {
  pending: {
    success: false,
    message: 'Your payment is not confirmed yet. Please try again in a moment.',
  },
  failed: { success: false, message: 'The card was declined. Nothing was charged.' },
  canceled: { success: false, message: 'This payment was canceled. Nothing was charged.' },
  succeeded: { success: true, message: 'Payment confirmed' },
  refunded: { success: false, message: 'This payment was refunded.' },
};

/** What may be paid for a package, in cents. */
function amountOf({ price }: PricedPackage): number {
  if (price === null || price < 1 || price > highestPrice) {
    throw new AppError('invalid', "This package can't be paid online. Please contact support.");
  }
  return price * 100;
}

/**
 * The packages that a lead may pay for: the one whose id it has, else those of its name. None when it
 * has chosen none, or its choice can't be paid any more: then any may be agreed on.
 */
function wantedPackages(offered: readonly PricedPackage[], lead: Lead): PricedPackage[] {
  const payable = offered.filter(({ price }) => price);
  const chosen = payable.filter(({ id }) => id === lead.interestedPackageId);
  return chosen.length > 0 ? chosen : payable.filter(({ name }) => name === lead.interestedPackage);
}

/** Takes money for packages, and asks Stripe what became of it. */
export function createCheckout({ db, environment, store, packages, log }: Parts) {
  /** Asks Stripe, and writes down what it says. @throws the library's errors */
  async function ask(intentId: string) {
    const stripe = await stripeOf(environment);
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    return { intent, payment: await store.apply(factsOf(intent)) };
  }

  /** Ends what nobody is to pay any more. @returns what Stripe says then: it may have been paid meanwhile */
  async function cancel(intentId: string): Promise<PaymentFacts> {
    const stripe = await stripeOf(environment);
    try {
      return factsOf(await stripe.paymentIntents.cancel(intentId));
    } catch (error) {
      if (stripeFailure(error)?.code !== 'payment_intent_unexpected_state') throw error;
      return factsOf(await stripe.paymentIntents.retrieve(intentId));
    }
  }

  async function createIntent(payment: PaymentRow): Promise<Stripe.PaymentIntent> {
    const stripe = await stripeOf(environment);
    try {
      return await stripe.paymentIntents.create(
        {
          amount: payment.amount,
          currency: payment.currency,
          // Cards, and the wallets that hold them: what is paid is known at once.
          allowed_payment_method_types: ['card'],
          description: `${environment.SITE_NAME}: ${payment.packageName}`,
          metadata: { paymentId: payment.id, leadId: payment.leadId, packageId: payment.packageId },
        },
        { idempotencyKey: payment.id },
      );
    } catch (error) {
      const failure = stripeFailure(error);
      // Stripe answers a key the same for a day, refusals included: the next try needs a new one.
      const isFinal = failure?.statusCode !== undefined && ![409, 429].includes(failure.statusCode);
      if (isFinal) await store.abandon(payment.id);
      throw error;
    }
  }

  /** The package to be paid for, and the lead that pays. @throws AppError not_found or invalid */
  async function choice({ leadId, packageId }: PaymentInput) {
    const [offered, lead] = await Promise.all([packages(), findLead(db, leadId)]);
    const chosen = offered.find(({ id }) => id === packageId);
    if (!lead || !chosen) throw invalidLink();
    const wanted = wantedPackages(offered, lead);
    if (wanted.length > 0 && !wanted.includes(chosen)) throw invalidLink();
    return { chosen, lead };
  }

  /** A payment that can be paid, with Stripe's word for it; undefined when it is to be tried once more. */
  async function startOnce(input: PaymentInput): Promise<StartedPayment | undefined> {
    const { chosen, lead } = await choice(input);
    const amount = amountOf(chosen);
    const packageName = chosen.name;
    const attribution = input.attribution ?? lead.attribution;
    const payment =
      (await store.live(input.leadId, input.packageId)) ??
      (await store.open({ ...input, attribution, packageName, amount, currency }));
    if (!payment) return undefined;
    if (payment.status === 'succeeded') throw alreadyPaid(environment);

    const { stripePaymentIntentId: known } = payment;
    if (payment.amount !== amount) {
      // The price has changed. Who has the old one on a screen must not pay another: it ends.
      if (known === null) await store.abandon(payment.id);
      else await store.apply(await cancel(known));
      return undefined;
    }
    const intent = known === null ? await createIntent(payment) : (await ask(known)).intent;
    const now = await store.apply(factsOf(intent));
    if (now?.status === 'succeeded' || now?.status === 'refunded') throw alreadyPaid(environment);
    if (intent.status === 'processing') {
      throw new AppError('conflict', 'Your payment is being processed. Please wait a moment.');
    }
    if (!now || now.status === 'canceled' || intent.client_secret === null) return undefined;
    return { clientSecret: intent.client_secret, amount, currency };
  }

  return {
    /**
     * Starts a lead's payment for a package, or goes on with the one that is open. The amount is the
     * package's stored price.
     * @throws AppError not_found, invalid, conflict when it is paid already, unavailable
     */
    async start(input: PaymentInput): Promise<StartedPayment> {
      if (!takesPayments(environment)) {
        throw new AppError(
          'unavailable',
          'Payment processing is not configured. Please contact support.',
        );
      }
      try {
        for (let tries = 0; tries < 3; tries += 1) {
          const started = await startOnce(input);
          if (started) return started;
        }
      } catch (error) {
        const failure = stripeFailure(error);
        if (!failure) throw error;
        log.error({ stripe: failure }, 'a payment could not be started');
      }
      throw unavailable();
    },

    /** Asks Stripe whether a payment has come in. */
    async verify(intentId: string): Promise<Verification> {
      const known = await store.byIntent(intentId);
      // Stripe is asked about our own payments alone: nobody makes us ask about others.
      if (!known || !takesPayments(environment)) {
        return { success: false, message: "We don't know this payment. Please contact support." };
      }
      if (known.status === 'succeeded' || known.status === 'refunded') return answers[known.status];
      try {
        const { payment } = await ask(intentId);
        return answers[payment?.status ?? known.status];
      } catch (error) {
        const failure = stripeFailure(error);
        if (!failure) throw error;
        log.warn({ stripe: failure }, 'a payment could not be verified');
        return { success: false, message: notYet };
      }
    },

    ask,
    cancel,
  };
}

const alreadyPaid = (environment: Environment) =>
  new AppError(
    'conflict',
    mailOffBecause(environment) === undefined
      ? 'This package is paid for already. The confirmation comes by email; nothing more is due.'
      : 'This package is paid for already. Nothing more is due.',
  );

export type Checkout = ReturnType<typeof createCheckout>;
