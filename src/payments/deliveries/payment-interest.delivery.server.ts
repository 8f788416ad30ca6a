import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { findLead } from '../../leads/table.server';
import { leadDeleted } from '../../leads/webhook-message.server';
import { formatMoney } from '../../lib/format-number';

/** Emails the owner that a lead wanted to pay while payments are off. */
export default defineOwnerMail({
  kind: 'payment-interest',
  label: 'Email about an attempt to pay',
  on: 'payment-wanted',
  about: 'payments',
  async summarize({ leadId, packageName, amount }, { db }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    return `Wanted to pay: ${lead.companyName}, ${formatMoney(amount / 100)} for ${packageName}`;
  },
  async write({ leadId, packageName, amount }, context) {
    const { db, environment } = context;
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const limited = await reserveOwnerMail(context);
    if (limited) return limited;
    return {
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `Wanted to pay: ${lead.companyName}`,
      content: {
        title: `${lead.companyName} wanted to pay`,
        preheader: 'Payments are off, so the checkout offered a call instead.',
        blocks: [
          { kind: 'total', text: formatMoney(amount / 100), note: packageName },
          {
            kind: 'text',
            parts: [
              'Payments are off, so the checkout offered a call instead. To take payments, ',
              {
                label: 'enter your Stripe keys',
                url: `${environment.SITE_URL}/admin/settings#payments`,
              },
              '.',
            ],
          },
          createLeadActions(environment, lead),
          {
            kind: 'facts',
            rows: [
              { label: 'Contact', text: lead.contactName },
              { label: 'Email', text: lead.email, url: `mailto:${lead.email}` },
            ],
          },
        ],
      },
    };
  },
});
