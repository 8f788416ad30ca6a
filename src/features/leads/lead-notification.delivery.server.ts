import type { Database } from '../../lib/database.server';
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

const suspectNote =
  'This looks as if a program had sent it. It is stored like any other; open it to say that it is no spam.';

/** Suspected enquiries within an hour of which the owner hears by mail; more stand in the list alone. */
const suspectMails = 10;

/** Whether so many suspected enquiries came right before this one that mail would only bury the others. */
async function isFlood(db: Database, { createdAt, suspect }: Lead): Promise<boolean> {
  if (!suspect) return false;
  const { before } = await db
    .selectFrom('leads')
    .select((eb) => eb.fn.countAll().as('before'))
    .where('suspect', 'is not', null)
    .where('createdAt', '<', createdAt)
    .where('createdAt', '>', new Date(Date.parse(createdAt) - 3_600_000).toISOString())
    .executeTakeFirstOrThrow();
  return Number(before) >= suspectMails;
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
    if (lead.suspect && (await isFlood(db, lead))) return;
    await mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: lead.contactName, address: lead.email },
      subject: `${lead.suspect ? 'Suspected spam' : 'New lead'}: ${lead.companyName}`,
      text: [
        ...(lead.suspect ? [suspectNote, ''] : []),
        summary(lead),
        ...(lead.message ? ['', lead.message] : []),
        '',
        `Answer this mail to write to ${lead.contactName}, or open the lead:`,
        `${environment.SITE_URL}/admin?tab=leads`,
      ].join('\n'),
    });
  },
});
