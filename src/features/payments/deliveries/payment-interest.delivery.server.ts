import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { getOwnerMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { reserveOwnerMail } from '../../../foundation/outbox/owner-mail-limit.server';
import { formatMoney } from '../../../lib/format-money';
import { findLead } from '../../leads/table.server';

const leadDeleted = { notSent: 'the lead was deleted' };

/** Tells the owner that a lead wanted to pay while payments are off. */
export default defineDelivery({
  kind: 'payment-interest',
  on: 'payment-wanted',
  getDisabledReason: getOwnerMailDisabledReason,
  async summarize({ leadId, packageName, amount }, { db }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    return `Wanted to pay: ${lead.companyName}, ${formatMoney(amount / 100)} for ${packageName}`;
  },
  async deliver({ leadId, packageName, amount }, context) {
    const { id, db, environment, mailer } = context;
    const lead = await findLead(db, leadId);
    if (!lead || !environment.NOTIFY_EMAIL) return leadDeleted;
    const limited = await reserveOwnerMail(context);
    if (limited) return limited;
    await mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `Wanted to pay: ${lead.companyName}`,
      text: [
        `${lead.companyName} (${lead.contactName}, ${lead.email}) wanted to pay ${formatMoney(amount / 100)} for ${packageName}.`,
        '',
        'Payments are off, so the checkout offered a call instead. To take payments, enter your Stripe keys:',
        `${environment.SITE_URL}/admin/settings#payments`,
        '',
        `Reply to this email to write to ${lead.contactName}, or open the lead:`,
        `${environment.SITE_URL}/admin?tab=leads`,
      ].join('\n'),
    });
    return undefined;
  },
});
