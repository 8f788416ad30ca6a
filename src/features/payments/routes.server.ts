import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/settings/environment.server';
import { type Api, describeErrors, idParams } from '../../http/api.server';
import { createClientRateLimit } from '../../http/client-rate-limit.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { parseAttribution } from '../analytics/contract';
import type { Checkout } from './checkout.server';
import {
  type LeadPayment,
  leadPayment,
  paymentInput,
  startedPayment,
  verification,
  verificationInput,
} from './contract';
import type { PaymentStore } from './store.server';
import {
  buildStripeUrl,
  getPaymentsDisabledReason,
  getStripe,
  toStripeFailure,
} from './stripe-client.server';
import { parsePaymentEvent } from './stripe-payment.server';
import type { PaymentRow } from './table.server';

interface Dependencies {
  db: Database;
  environment: Environment;
  store: PaymentStore;
  checkout: Checkout;
  log: FastifyBaseLogger;
  /** Called when a payment may have caused deliveries. */
  onStored: () => void;
}

const tags = ['payments'];

/** Maximum size of an event in bytes. Stripe's are far smaller. */
const maxEventBytes = 256 * 1024;

const received = z.object({ received: z.literal(true) });

const toLeadPayment = (row: PaymentRow, environment: Environment): LeadPayment => {
  const { id, packageName, amount, refundedAmount, currency, status, createdAt } = row;
  const intentId = row.stripePaymentIntentId;
  return {
    id,
    packageName,
    amount,
    refundedAmount,
    currency,
    status,
    createdAt,
    attribution: parseAttribution(row.attribution),
    stripeUrl: intentId === null ? null : buildStripeUrl(environment, intentId),
  };
};

/**
 * Limits of payment requests per ten minutes. Each request calls Stripe. A whole office that
 * reloads its checkout stays below.
 */
const rateLimit = {
  name: 'payments',
  maxPerAddress: 60,
  maxPerNetwork: 240,
  subject: 'Too many payments',
};

/**
 * Registers the routes to start and verify a payment (public) and to list a lead's payments
 * (admin).
 */
export function registerPaymentRoutes(
  api: Api,
  { db, environment, store, checkout, onStored }: Dependencies,
): void {
  const admit = createClientRateLimit(db, rateLimit);

  api.post(
    '/api/payments',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'startPayment',
        tags,
        summary: 'Start a payment, or continue the open one',
        description: "The amount is the package's stored price; nothing in the request changes it.",
        body: paymentInput,
        response: {
          200: startedPayment,
          ...describeErrors('invalid', 'not_found', 'conflict', 'too_many_requests', 'unavailable'),
        },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      await admit(request.ip);
      return checkout.start(request.body);
    },
  );

  api.post(
    '/api/payment-success',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'verifyPayment',
        tags,
        summary: 'Ask the card provider whether a payment succeeded',
        body: verificationInput,
        response: { 200: verification, ...describeErrors('invalid', 'too_many_requests') },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      await admit(request.ip);
      const result = await checkout.verify(request.body.paymentIntentId);
      if (result.success) onStored();
      return result;
    },
  );

  api.get(
    '/api/leads/:id/payments',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadPayments',
        tags,
        summary: "A lead's payments, newest first",
        params: idParams,
        response: { 200: z.array(leadPayment), ...describeErrors('unauthenticated') },
      },
    },
    async (request) => {
      const rows = await store.listByLead(request.params.id);
      return rows.map((row) => toLeadPayment(row, environment));
    },
  );
}

/**
 * Registers Stripe's webhook, in a separate scope that passes the raw body on to the signature
 * check.
 */
export async function registerStripeWebhook(
  api: Api,
  { environment, store, log, onStored }: Dependencies,
): Promise<void> {
  const { STRIPE_WEBHOOK_SECRET: secret } = environment;

  /**
   * Verifies a webhook's signature and parses its event.
   * @throws AppError invalid when the signature is wrong or too old
   */
  async function verifyEvent(body: unknown, signature: string | string[] | undefined) {
    const stripe = await getStripe(environment);
    try {
      if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new TypeError('no event');
      return stripe.webhooks.constructEvent(body, signature, secret ?? '');
    } catch (error) {
      log.warn({ stripe: toStripeFailure(error) }, 'a webhook was refused');
      throw new AppError('invalid', 'The signature is not valid.');
    }
  }

  await api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    scope.post(
      '/api/stripe/webhook',
      {
        bodyLimit: maxEventBytes,
        config: { access: 'public' },
        schema: {
          operationId: 'receiveStripeEvent',
          tags,
          summary: "Stripe's events, signed",
          response: { 200: received, ...describeErrors('invalid', 'not_found', 'too_large') },
        },
      },
      async (request, reply) => {
        if (getPaymentsDisabledReason(environment)) throw new AppError('not_found', 'Not found');
        reply.header('Cache-Control', 'no-store');
        const event = await verifyEvent(request.body, request.headers['stripe-signature']);
        const stripePayment = parsePaymentEvent(event);
        if (stripePayment) {
          const payment = await store.applyStripePayment(stripePayment);
          if (payment) onStored();
          else if (stripePayment.paymentId !== null && stripePayment.status === 'succeeded') {
            log.error(
              { intent: stripePayment.intentId },
              'money came in for a payment that was deleted',
            );
          }
        }
        return { received: true as const };
      },
    );
  });
}
