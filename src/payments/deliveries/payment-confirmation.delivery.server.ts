import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import { formatDay } from '../../lib/time/format-date';
import { findPaidLead } from '../store.server';

/**
 * Confirms a payment to the payer. Omits the typed name, because nobody has verified that the
 * address belongs to the payer.
 */
export default defineVisitorMail({
  kind: 'payment-confirmation',
  label: 'Payment confirmation to the contact',
  on: 'payment-succeeded',
  async write({ paymentId }, { db, environment }) {
    const paid = await findPaidLead(db, paymentId);
    if (!paid) return undefined;
    const { lead, payment, amountText } = paid;
    const { SITE_NAME, owner } = environment;
    return {
      to: lead.email,
      subject: `${SITE_NAME}: payment of ${amountText} received`,
      content: {
        title: 'Thank you',
        preheader: `For ${payment.packageName}. Our team will contact you within 24 hours.`,
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
          'What happens next: our team will contact you within 24 hours for the onboarding kickoff, and you will get a dedicated project manager.',
        ],
      },
    };
  },
});
