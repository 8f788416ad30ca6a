import type { OperationExamples } from '../complete-openapi-document.server';
import { createdAt, id, otherId } from './example-values.server';

/** Examples of the operations on payments. */
export const paymentExamples: Record<string, OperationExamples> = {
  listLeadPayments: {
    response: [
      {
        id: otherId,
        packageName: 'Full PM',
        amount: 100_000,
        refundedAmount: 0,
        currency: 'usd',
        status: 'succeeded',
        createdAt,
        attribution: null,
        stripeUrl: 'https://dashboard.stripe.com/payments/pi_3OqX1r2eZvKYlo2C',
      },
    ],
  },
  reportPaymentInterest: { request: { leadId: id, packageId: otherId } },
  startPayment: {
    request: { leadId: id, packageId: otherId },
    response: { clientSecret: 'pi_3OqX1r2eZvKYlo2C_secret_x', amount: 100_000, currency: 'usd' },
  },
  verifyPayment: {
    request: { paymentIntentId: 'pi_3OqX1r2eZvKYlo2C' },
    response: { success: true, message: 'Payment successful' },
  },
  receiveStripeEvent: {
    body: {
      'application/json': {
        schema: { type: 'object', description: "Stripe's event, exactly as it was signed." },
        example: { id: 'evt_1OqX1r2eZvKYlo2C', object: 'event', type: 'payment_intent.succeeded' },
      },
    },
    response: { received: true },
  },
};
