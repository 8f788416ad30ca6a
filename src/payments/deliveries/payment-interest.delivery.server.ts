import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { createOwnerFooter } from '../../foundation/outbox/mail-html.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { findLead } from '../../leads/table.server';
import { formatMoney } from '../../lib/format-number';

const leadDeleted = { notSent: 'the lead was deleted' };

/** Emails the owner that a lead wanted to pay while payments are off. */
export default defineDelivery({
  kind: 'payment-interest',
  on: 'payment-wanted',
  channel: 'mail',
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
    return mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
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
        footer: createOwnerFooter(environment, 'payments'),
      },
    });
  },
});
