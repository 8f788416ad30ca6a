import { mailOffBecause } from '../mail/mailer.server';
import { defineDelivery } from '../outbox/delivery.server';
import type { Lead } from './lead';
import { findLead } from './lead-table.server';

function summary(lead: Lead): string {
  const rows: [string, string | number | null][] = [
    ['Company', lead.companyName],
    ['Contact', lead.contactName],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Industry', lead.industry],
    ['Locations', lead.numberOfLocations],
    ['Package', lead.interestedPackage],
    ['Received', lead.createdAt],
  ];
  return rows
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

/** Tells the owner of a new enquiry. An answer to this mail goes to the visitor. */
export default defineDelivery({
  kind: 'lead-notification',
  on: 'lead-created',
  offBecause: (environment) =>
    mailOffBecause(environment) ??
    (environment.NOTIFY_EMAIL ? undefined : 'Nobody to tell: NOTIFY_EMAIL is not set'),
  async deliver({ leadId }, { id, db, environment, mailer }) {
    const lead = await findLead(db, leadId);
    // Deleted meanwhile: there is nothing left to tell.
    if (!lead || !environment.NOTIFY_EMAIL) return;
    await mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `New lead: ${lead.companyName}`,
      text: [
        summary(lead),
        ...(lead.message ? ['', lead.message] : []),
        '',
        `Answer this mail to write to ${lead.contactName}, or open the lead:`,
        `${environment.SITE_URL}/admin?tab=leads`,
      ].join('\n'),
    });
  },
});
