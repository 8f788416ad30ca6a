import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { getOwnerMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { findPaidLead } from '../find-paid-lead.server';
import { buildStripeUrl } from '../stripe-client.server';

/** Notifies the owner of a payment. */
export default defineDelivery({
  kind: 'payment-notification',
  on: 'payment-succeeded',
  channel: 'mail',
  getDisabledReason: getOwnerMailDisabledReason,
  async deliver({ paymentId }, { id, db, environment, mailer }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid || !environment.NOTIFY_EMAIL) return undefined;
    const { lead, payment, amountText } = paid;
    return mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `Paid: ${amountText} by ${lead.companyName}`,
      text: [
        `${lead.companyName} (${lead.contactName}, ${lead.email}) has paid ${amountText} for ${payment.packageName}.`,
        '',
        'They expect a call within 24 hours for the onboarding kickoff.',
        '',
        ...(payment.stripePaymentIntentId
          ? [`View in Stripe: ${buildStripeUrl(environment, payment.stripePaymentIntentId)}`]
          : []),
        `Lead: ${environment.SITE_URL}/admin?tab=leads`,
      ].join('\n'),
    });
  },
});
