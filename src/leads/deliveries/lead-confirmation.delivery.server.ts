import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import { reserveVisitorMail } from '../../foundation/outbox/mail-limits.server';
import { buildLeadBookingUrl } from '../../lib/booking-link';
import { findLead } from '../table.server';

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
    const { db, environment } = context;
    const lead = await findLead(db, leadId);
    // Deleted in the meantime, so there is nothing to confirm.
    if (!lead) return undefined;
    const limited = await reserveVisitorMail(context, lead.email, 'inquiries');
    if (limited) return limited;
    const { SITE_NAME, SITE_URL, SCHEDULING_URL } = environment;
    return {
      to: lead.email,
      subject: `${SITE_NAME}: we have your inquiry`,
      content: {
        title: 'Thanks. We have your inquiry.',
        preheader: 'You can also pick a time for your discovery call now.',
        blocks: [
          {
            kind: 'text',
            parts: [
              `Thank you for your interest in ${SITE_NAME}. We'll be in touch within 24 hours to schedule your discovery call. If you would rather pick a time yourself, book your 30-minute call here.`,
            ],
          },
          {
            kind: 'actions',
            links: [
              {
                label: 'Book a call',
                url: SCHEDULING_URL ?? SITE_URL + buildLeadBookingUrl(lead.id),
              },
            ],
          },
          { kind: 'text', parts: ['Something to add? Just reply to this email.'] },
        ],
      },
    };
  },
});
