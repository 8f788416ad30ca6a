import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { createVisitorFooter } from '../../foundation/outbox/mail-html.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { formatDay } from '../../lib/format-date';
import { findPaidLead } from '../store.server';

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
    const { SITE_NAME, SUPPORT_EMAIL, owner } = environment;
    return mailer.send({
      id,
      to: lead.email,
      replyTo: { name: SITE_NAME, address: SUPPORT_EMAIL },
      subject: `${SITE_NAME}: payment of ${amountText} received`,
      content: {
        title: 'Thank you',
        preheader: `For ${payment.packageName}. Our team contacts you within 24 hours.`,
        blocks: [
          {
            kind: 'total',
            text: amountText,
            note: `for ${payment.packageName}, received ${formatDay(new Date(payment.updatedAt), owner.timeZone)}`,
          },
          {
            kind: 'facts',
            rows: [{ label: 'Reference', text: payment.stripePaymentIntentId ?? payment.id }],
          },
          {
            kind: 'text',
            parts: [
              'What happens next: our team contacts you within 24 hours for the onboarding kickoff, and you get a dedicated project manager.',
            ],
          },
          { kind: 'text', parts: [`Questions? Write to ${SUPPORT_EMAIL}.`] },
        ],
        footer: createVisitorFooter(environment),
      },
    });
  },
});
