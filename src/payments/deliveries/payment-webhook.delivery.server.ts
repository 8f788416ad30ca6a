import type { NotSent } from '../../foundation/outbox/delivery.server';
import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { buildLeadUrl } from '../../leads/webhook-message.server';
import { findPaidLead } from '../store.server';

const paymentDeleted: NotSent = { notSent: 'the payment was deleted' };

/** Sends a payment to the webhooks. */
export default defineWebhookDelivery({
  kind: 'payment-webhook',
  label: 'payment',
  on: 'payment-succeeded',
  getEvent: () => 'payment.succeeded',
  async read({ paymentId }, { db, environment }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid) return paymentDeleted;
    const { lead, payment, amountText } = paid;
    const url = buildLeadUrl(environment, lead.id);
    return {
      summary: {
        title: `Paid: ${amountText}, ${lead.companyName}`,
        lines: [payment.packageName, `${lead.contactName}, ${lead.email}`],
        url,
      },
      data: {
        id: payment.id,
        leadId: lead.id,
        companyName: lead.companyName,
        contactName: lead.contactName,
        email: lead.email,
        packageName: payment.packageName,
        amount: payment.amount,
        currency: payment.currency,
        status: payment.status,
        paymentIntentId: payment.stripePaymentIntentId,
        createdAt: payment.createdAt,
        url,
      },
    };
  },
});
