import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { createOwnerFooter } from '../../foundation/outbox/mail-html.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { formatDayAndTime } from '../../lib/format-date';
import { DAY } from '../../lib/time';
import { findPaidLead } from '../store.server';
import { buildStripeUrl } from '../stripe-client.server';

/** Notifies the owner of a payment. */
export default defineDelivery({
  kind: 'payment-notification',
  on: 'payment-succeeded',
  channel: 'mail',
  getDisabledReason: getOwnerMailDisabledReason,
  async deliver({ paymentId }, { id, db, environment, mailer, createdAt }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid || !environment.NOTIFY_EMAIL) return undefined;
    const { lead, payment, amountText } = paid;
    const callBy = new Date(Date.parse(createdAt) + DAY);
    const { stripePaymentIntentId } = payment;
    const stripeUrl = stripePaymentIntentId && buildStripeUrl(environment, stripePaymentIntentId);
    return mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
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
            note: 'The receipt told them so, for the onboarding kickoff.',
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
        footer: createOwnerFooter(environment, 'payments'),
      },
    });
  },
});
