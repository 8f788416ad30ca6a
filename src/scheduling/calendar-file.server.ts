import type { Environment } from '../foundation/environment/environment.server';
import { MINUTE, SECOND } from '../lib/time/durations';
import { callMinutes } from './call';
import type { StoredCall } from './table.server';

/**
 * `PUBLISH` for a file that the visitor downloads; `REQUEST` and `CANCEL` for an email attachment
 * that calendars process automatically (RFC 5546).
 */
type Method = 'PUBLISH' | 'REQUEST' | 'CANCEL';

interface CalendarFileOptions {
  method: Method;
  /** Description of how the call takes place. */
  place: string;
  /** URL to reschedule or cancel it. */
  manageUrl?: string | undefined;
  /** For the owner's calendar: its addresses, and the visitor's phone number. */
  owner?: { emails: readonly string[]; phone: string | null };
}

type CalendarSite = Pick<Environment, 'SITE_NAME' | 'SITE_URL' | 'SUPPORT_EMAIL'>;

/** Describes a call for the owner's calendar. */
const describeForOwner = (
  { email, leadId }: StoredCall,
  { SITE_URL }: CalendarSite,
  phone: string | null,
): string =>
  [
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(email ? [`Email: ${email}`] : []),
    ...(leadId ? [`Lead: ${SITE_URL}/admin/leads/${leadId}`] : []),
  ].join('\n');

/**
 * Builds a call's calendar file (RFC 5545). The UID stays the same and SEQUENCE increases with each
 * change, so that calendars replace their entry.
 * @throws when the call has no time
 */
export async function createCalendarFile(
  row: StoredCall,
  site: CalendarSite,
  { method, place, manageUrl, owner }: CalendarFileOptions,
): Promise<string> {
  if (row.startAt === null) throw new Error('A call without a time has no calendar file.');
  const { default: ical, ...values } = await import('ical-generator');
  const isCanceled = row.status === 'canceled';
  const start = new Date(row.startAt);
  const calendar = ical({
    prodId: { company: site.SITE_NAME, product: 'Discovery calls' },
    method: values.ICalCalendarMethod[method],
  });
  const event = calendar.createEvent({
    // The owner's entry is another one than the visitor's, because it says something else.
    id: `${row.id}${owner ? '-owner' : ''}@${new URL(site.SITE_URL).hostname}`,
    sequence: row.sequence,
    status: values.ICalEventStatus[isCanceled ? 'CANCELLED' : 'CONFIRMED'],
    busystatus: values.ICalEventBusyStatus[isCanceled ? 'FREE' : 'BUSY'],
    summary: owner
      ? `Discovery call: ${[row.name, row.company].filter(Boolean).join(', ')}`
      : `Discovery call with ${site.SITE_NAME}`,
    description: owner
      ? describeForOwner(row, site, owner.phone)
      : [
          `${callMinutes} minutes: your locations, the hours nobody covers, and what it takes to cover them.`,
          ...(manageUrl && !isCanceled ? [`To move or cancel it: ${manageUrl}`] : []),
        ].join('\n\n'),
    url: isCanceled ? null : (manageUrl ?? null),
    location: place,
    start,
    end: new Date(start.getTime() + callMinutes * MINUTE),
    organizer: { name: site.SITE_NAME, email: site.SUPPORT_EMAIL },
    created: new Date(row.createdAt),
    lastModified: new Date(row.updatedAt),
  });
  if (method !== 'PUBLISH' && row.email) {
    for (const email of owner?.emails ?? [row.email]) {
      event.createAttendee({
        // Not the typed name, because anybody can enter anyone's address.
        name: email,
        email,
        rsvp: false,
        status: values.ICalAttendeeStatus.ACCEPTED,
        role: values.ICalAttendeeRole.REQ,
      });
    }
  }
  if (!isCanceled) {
    event.createAlarm({
      type: values.ICalAlarmType.display,
      triggerBefore: (15 * MINUTE) / SECOND,
      description: 'Discovery call in 15 minutes',
    });
  }
  // The library leaves out the end of the last line.
  return `${calendar}\r\n`;
}
