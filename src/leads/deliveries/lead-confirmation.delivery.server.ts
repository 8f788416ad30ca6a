import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import { reserveVisitorMail } from '../../foundation/outbox/mail-limits.server';
import { createConfirmationMail } from '../confirmation-mail.server';
import { findLead } from '../table.server';
import { leadDeleted } from '../webhook-message.server';

/**
 * Confirms an inquiry to the visitor. Contains nothing that was typed, not even the name: anyone
 * can enter anyone's address, and the email must not carry a stranger's text to a third person.
 */
export default defineVisitorMail({
  kind: 'lead-confirmation',
  label: 'Email to the contact',
  on: 'lead-created',
  // Otherwise a bot could make the site send mass email to third parties.
  appliesTo: ({ isSuspect: isSpam }) => !isSpam,
  async write({ leadId }, context) {
    const { db, environment, siteOffer } = context;
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const limited = await reserveVisitorMail(context, lead.email, 'inquiries');
    if (limited) return limited;
    return {
      to: lead.email,
      subject: `${environment.SITE_NAME}: we have your inquiry`,
      content: await createConfirmationMail(lead, environment, siteOffer),
    };
  },
});
