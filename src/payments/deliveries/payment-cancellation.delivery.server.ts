import { defineDelivery } from '../../foundation/outbox/delivery.server';
import {
  getPaymentsDisabledReason,
  getStripe,
  isMissingAtStripe,
  toStripeFailure,
} from '../stripe-client.server';

/** Cancels the PaymentIntent of a deleted payment at Stripe. */
export default defineDelivery({
  kind: 'payment-cancellation',
  label: 'payment cancellation',
  on: 'payment-dropped',
  failure: {
    title: 'Stripe does not cancel a payment',
    fix: 'Test the connection to Stripe in the settings, and send again.',
    fixPath: '/admin/settings#payments',
    noun: 'payment',
  },
  getDisabledReason: getPaymentsDisabledReason,
  async deliver({ paymentIntentId }, { environment }) {
    const stripe = await getStripe(environment);
    try {
      await stripe.paymentIntents.cancel(paymentIntentId);
    } catch (error) {
      // The PaymentIntent has already ended, or never existed.
      if (isMissingAtStripe(error)) return;
      if (toStripeFailure(error)?.code !== 'payment_intent_unexpected_state') throw error;
      const { status } = await stripe.paymentIntents.retrieve(paymentIntentId);
      if (status === 'canceled') return;
      throw new Error(`${paymentIntentId} is ${status}: refund it at Stripe, or keep it`);
    }
  },
});
