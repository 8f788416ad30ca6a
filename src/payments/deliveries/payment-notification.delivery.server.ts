import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { DAY } from '../../lib/time/durations';
import { formatDayAndTime } from '../../lib/time/format-date';
import { findPaidLead } from '../store.server';
import { buildStripeUrl } from '../stripe-client.server';

/** Notifies the owner of a payment. */
export default defineOwnerMail({
  kind: 'payment-notification',
  label: 'Payment notification',
  on: 'payment-succeeded',
  about: 'payments',
  async write({ paymentId }, { db, environment, createdAt }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid) return undefined;
    const { lead, payment, amountText } = paid;
    const callBy = new Date(Date.parse(createdAt) + DAY);
    const { stripePaymentIntentId } = payment;
    const stripeUrl = stripePaymentIntentId && buildStripeUrl(environment, stripePaymentIntentId);
    return {
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `Paid: ${amountText} by ${lead.companyName}`,
      content: {
        title: `${lead.companyName} paid`,
        preheader: `${payment.packageName}. They expect a call within 24 hours.`,
        blocks: [
          { kind: 'total', text: amountText, note: payment.packageName },
          {
            kind: 'until',
            text: `Call ${lead.contactName} before ${formatDayAndTime(callBy, environment.owner.timeZone)}`,
            note: 'Their receipt promises this call, to start the onboarding.',
          },
          createLeadActions(environment, lead),
          {
            kind: 'facts',
            rows: [
              { label: 'Contact', text: lead.contactName },
              { label: 'Email', text: lead.email, url: `mailto:${lead.email}` },
              ...(stripeUrl ? [{ label: 'Stripe', text: 'View in Stripe', url: stripeUrl }] : []),
            ],
          },
        ],
      },
    };
  },
});
