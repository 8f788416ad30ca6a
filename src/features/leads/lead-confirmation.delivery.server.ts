import { mailOffBecause } from '../mail/mailer.server';
import { defineDelivery } from '../outbox/delivery.server';
import { schedulePath } from '../scheduling/call';
import { greeting } from './greeting.server';
import { findLead } from './lead-table.server';

/**
 * Confirms an enquiry to the visitor, with the next step. It repeats nothing of what was typed but
 * the name: anybody can type anybody's address, and this mail must not carry a stranger's message.
 */
export default defineDelivery({
  kind: 'lead-confirmation',
  on: 'lead-created',
  offBecause: mailOffBecause,
  // Else a program could have us write to anybody, a thousand times.
  concerns: ({ isSuspect }) => !isSuspect,
  async deliver({ leadId }, { id, db, environment, mailer }) {
    const lead = await findLead(db, leadId);
    // Deleted meanwhile: there is nothing left to confirm.
    if (!lead) return;
    const { SITE_NAME, SITE_URL, SUPPORT_EMAIL, SCHEDULING_URL } = environment;
    await mailer.send({
      id,
      to: lead.email,
      replyTo: { name: SITE_NAME, address: SUPPORT_EMAIL },
      subject: `${SITE_NAME}: we have your enquiry`,
      text: [
        greeting(lead.contactName),
        '',
        `thank you for your interest in ${SITE_NAME}. We'll be in touch within 24 hours to schedule your discovery call.`,
        '',
        'The next step: if you would rather pick the time yourself, book the 30 minutes here:',
        SCHEDULING_URL ?? SITE_URL + schedulePath,
        '',
        'Something to add? Just answer this mail.',
        '',
        SITE_NAME,
        SITE_URL,
      ].join('\n'),
    });
  },
});
