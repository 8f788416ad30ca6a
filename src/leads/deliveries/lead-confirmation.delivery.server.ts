import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { createVisitorFooter } from '../../foundation/outbox/mail-html.server';
import { reserveVisitorMail } from '../../foundation/outbox/mail-limits.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { buildLeadBookingUrl } from '../../lib/booking-link';
import { findLead } from '../table.server';

/**
 * Confirms an inquiry to the visitor. Contains nothing that was typed, not even the name: anyone
 * can enter anyone's address, and the email must not carry a stranger's text to a third person.
 */
export default defineDelivery({
  kind: 'lead-confirmation',
  on: 'lead-created',
  channel: 'mail',
  getDisabledReason: getMailDisabledReason,
  // Otherwise a bot could make the site send mass email to third parties.
  appliesTo: ({ isSuspect: isSpam }) => !isSpam,
  async deliver({ leadId }, context) {
    const { id, db, environment, mailer } = context;
    const lead = await findLead(db, leadId);
    // Deleted in the meantime, so there is nothing to confirm.
    if (!lead) return undefined;
    const limited = await reserveVisitorMail(context, lead.email, 'inquiries');
    if (limited) return limited;
    const { SITE_NAME, SITE_URL, SUPPORT_EMAIL, SCHEDULING_URL } = environment;
    return mailer.send({
      id,
      to: lead.email,
      replyTo: { name: SITE_NAME, address: SUPPORT_EMAIL },
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
        footer: createVisitorFooter(environment),
      },
    });
  },
});
