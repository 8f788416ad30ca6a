import { mailFailure } from '../../foundation/outbox/define-mail.server';
import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { splitMail } from '../detail-contract';
import { findLead } from '../table.server';

/** A mail that the owner wrote to a lead. Replies go to the owner. */
export default defineDelivery({
  kind: 'lead-mail',
  label: 'Your mail',
  on: 'lead-mail',
  channel: 'mail',
  audience: 'visitor',
  failure: mailFailure,
  isSentOnce: true,
  getDisabledReason: getMailDisabledReason,
  async deliver({ leadId, contactId }, { id, db, environment, mailer }) {
    const lead = await findLead(db, leadId);
    const contact = await db
      .selectFrom('leadContacts')
      .select('note')
      .where('id', '=', contactId)
      .executeTakeFirst();
    if (!lead || !contact?.note) return { notSent: 'The lead was deleted before it was sent' };
    const { SITE_NAME: name, NOTIFY_EMAIL: [owner] = [], SUPPORT_EMAIL } = environment;
    const { subject, body } = splitMail(contact.note);
    return mailer.send({
      id,
      to: lead.email,
      replyTo: { name, address: owner ?? SUPPORT_EMAIL },
      subject,
      content: body,
      isSentOnce: true,
    });
  },
});
