import { type Api, describeRoutes, idParams, noContent } from '../http/api.server';
import { createClientRateLimit } from '../http/rate-limits.server';
import { requireLead } from '../leads/store.server';
import { AppError } from '../lib/errors';
import { z } from '../lib/schema';
import {
  type PaymentContext,
  reportPaymentInterest,
  startPayment,
  verifyPayment,
} from './checkout.server';
import {
  leadPayment,
  paymentInput,
  paymentInterestInput,
  startedPayment,
  verification,
  verificationInput,
} from './contract';
import { listLeadPayments } from './lead-payments.server';
import { applyStripePayment } from './store.server';
import { getPaymentsDisabledReason, getStripe, toStripeFailure } from './stripe-client.server';
import { parsePaymentEvent } from './stripe-payment.server';

const describeRoute = describeRoutes('payments');

/** Maximum size of an event in bytes. Stripe's are far smaller. */
const maxEventBytes = 256 * 1024;

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

/** Registers the visitors' routes to start and verify a payment. */
export function registerCheckoutRoutes(api: Api, context: PaymentContext): void {
  const admit = createClientRateLimit(context.db, rateLimit);
  api.post(
    '/api/payments',
    describeRoute('public', {
      operationId: 'startPayment',
      summary: 'Start a payment, or continue the open one',
      description:
        "The amount is the package's stored price, or that of an accepted proposal; nothing in the request changes it.",
      body: paymentInput,
      response: { 200: startedPayment },
      errors: ['not_found', 'conflict', 'too_many_requests'],
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      await admit(request.ip);
      return startPayment(context, request.body);
    },
  );
  api.post(
    '/api/payment-interest',
    describeRoute('public', {
      operationId: 'reportPaymentInterest',
      summary: 'Report that a visitor wanted to pay while payments are off',
      description:
        'Recorded once for each lead and package, in the lead’s history and in an email to the owner. The response is the same for an invalid link.',
      body: paymentInterestInput,
      response: { 204: noContent },
      errors: ['too_many_requests'],
    }),
    async (request) => {
      await admit(request.ip);
      await reportPaymentInterest(context, request.body);
    },
  );
  api.post(
    '/api/payment-success',
    describeRoute('public', {
      operationId: 'verifyPayment',
      summary: 'Ask the card provider whether a payment succeeded',
      body: verificationInput,
      response: { 200: verification },
      errors: ['too_many_requests'],
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      await admit(request.ip);
      const result = await verifyPayment(context, request.body.paymentIntentId);
      if (result.success) context.wakeOutbox();
      return result;
    },
  );
}

/** Registers the admin's route that lists a lead's payments. */
export function registerLeadPaymentRoutes(api: Api, { db, environment }: PaymentContext): void {
  api.get(
    '/api/leads/:id/payments',
    describeRoute('admin', {
      operationId: 'listLeadPayments',
      summary: "A lead's payments, newest first",
      params: idParams,
      response: { 200: z.array(leadPayment) },
    }),
    async ({ params }) => {
      await requireLead(db, params.id);
      return listLeadPayments(db, [params.id], environment);
    },
  );
}

/**
 * Registers Stripe's webhook, in a separate scope that passes the raw body on to the signature
 * check.
 */
export async function registerStripeWebhook(api: Api, context: PaymentContext): Promise<void> {
  const { environment, log, wakeOutbox } = context;

  /**
   * Verifies a webhook's signature and parses its event.
   * @throws AppError invalid when the signature is wrong or too old
   */
  async function verifyEvent(body: unknown, signature: string | string[] | undefined) {
    const stripe = await getStripe(environment);
    try {
      if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new TypeError('no event');
      return stripe.webhooks.constructEvent(
        body,
        signature,
        environment.STRIPE_WEBHOOK_SECRET ?? '',
      );
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
        ...describeRoute('public', {
          operationId: 'receiveStripeEvent',
          summary: "Stripe's events, signed",
          response: { 200: z.object({ received: z.literal(true) }) },
          errors: ['not_found'],
        }),
      },
      async (request, reply) => {
        if (getPaymentsDisabledReason(environment)) throw new AppError('not_found', 'Not found');
        reply.header('Cache-Control', 'no-store');
        const event = await verifyEvent(request.body, request.headers['stripe-signature']);
        const stripePayment = parsePaymentEvent(event);
        if (stripePayment) {
          const payment = await applyStripePayment(context, stripePayment);
          if (payment) wakeOutbox();
          else if (stripePayment.paymentId !== null && stripePayment.status === 'succeeded') {
            log.error({ intent: stripePayment.intentId }, 'a deleted payment was paid');
          }
        }
        return { received: true as const };
      },
    );
  });
}
