import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import type { DeliveryContext, NotSent } from '../../foundation/outbox/delivery.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import { HOUR } from '../../lib/time/durations';
import { createInquiryMail } from '../lead-mail.server';
import { findLead } from '../table.server';
import { leadDeleted } from '../webhook-message.server';

/**
 * Maximum number of emails per hour about suspected spam; more appear only in the list. Counted
 * separately, so that spam never delays the email about a real lead.
 */
const maxSpamMails = 10;

async function reserveSpamMail({
  count,
  isFirstTry,
}: DeliveryContext): Promise<NotSent | undefined> {
  if (!isFirstTry) return undefined;
  const [counted] = await count(['mails to the owner about suspects'], HOUR);
  if (!counted || counted.count <= maxSpamMails) return undefined;
  return {
    notSent: `you already got ${maxSpamMails} emails about suspected spam within an hour`,
  };
}

/** Notifies the owner of a new lead. Replies go to the visitor. */
export default defineOwnerMail({
  kind: 'lead-notification',
  label: 'Email notification',
  on: 'lead-created',
  about: 'new leads',
  async summarize({ leadId }, { db }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const prefix = lead.suspect ? 'Suspected spam: ' : 'New lead: ';
    return `${prefix}${lead.companyName}, ${lead.contactName}, ${lead.email}`;
  },
  async write({ leadId }, context) {
    const { db, environment } = context;
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const limited = lead.suspect ? await reserveSpamMail(context) : await reserveOwnerMail(context);
    if (limited) return limited;
    return {
      replyTo: { name: lead.contactName, address: lead.email },
      subject: [
        `${lead.suspect ? 'Suspected spam' : 'New lead'}: ${lead.companyName}`,
        ...(lead.interestedPackage ? [lead.interestedPackage] : []),
      ].join(', '),
      content: createInquiryMail(environment, lead),
    };
  },
});
