import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { listSignatureLines } from '../../../foundation/outbox/mail-signature.server';
import { getMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { findPaidLead } from '../find-paid-lead.server';

/**
 * Confirms a payment to the payer. Omits the typed name, because nobody has verified that the
 * address belongs to the payer.
 */
export default defineDelivery({
  kind: 'payment-confirmation',
  on: 'payment-succeeded',
  channel: 'mail',
  getDisabledReason: getMailDisabledReason,
  async deliver({ paymentId }, { id, db, environment, mailer }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid) return undefined;
    const { lead, payment, amountText } = paid;
    const { SITE_NAME, SUPPORT_EMAIL } = environment;
    return mailer.send({
      id,
      to: lead.email,
      replyTo: { name: SITE_NAME, address: SUPPORT_EMAIL },
      subject: `${SITE_NAME}: payment of ${amountText} received`,
      text: [
        'Hello,',
        '',
        `we have received your payment of ${amountText} for ${payment.packageName}. Thank you.`,
        '',
        'What happens next:',
        '- Our team contacts you within 24 hours for the onboarding kickoff.',
        '- You get a dedicated project manager.',
        '',
        `Payment reference: ${payment.stripePaymentIntentId}`,
        `Questions? Just reply to this email, or write to ${SUPPORT_EMAIL}.`,
        '',
        ...listSignatureLines(environment),
      ].join('\n'),
    });
  },
});
