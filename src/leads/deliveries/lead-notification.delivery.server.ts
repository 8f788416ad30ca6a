import {
  type DeliveryContext,
  defineDelivery,
  type NotSent,
} from '../../foundation/outbox/delivery.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { HOUR } from '../../lib/time';
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
export default defineDelivery({
  kind: 'lead-notification',
  on: 'lead-created',
  channel: 'mail',
  getDisabledReason: getOwnerMailDisabledReason,
  async summarize({ leadId }, { db }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const prefix = lead.suspect ? 'Suspected spam: ' : 'New lead: ';
    return `${prefix}${lead.companyName}, ${lead.contactName}, ${lead.email}`;
  },
  async deliver({ leadId }, context) {
    const { id, db, environment, mailer } = context;
    const lead = await findLead(db, leadId);
    if (!lead || !environment.NOTIFY_EMAIL) return leadDeleted;
    const limited = lead.suspect ? await reserveSpamMail(context) : await reserveOwnerMail(context);
    if (limited) return limited;
    return mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: lead.contactName, address: lead.email },
      subject: [
        `${lead.suspect ? 'Suspected spam' : 'New lead'}: ${lead.companyName}`,
        ...(lead.interestedPackage ? [lead.interestedPackage] : []),
      ].join(', '),
      content: createInquiryMail(environment, lead),
    });
  },
});
