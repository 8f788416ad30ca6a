import type { Environment } from '../../foundation/settings/environment.server';
import { callMinutes } from './call';
import type { BookingRow } from './table.server';

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

/**
 * Replaces quotes in a name used as a parameter value, where RFC 5545 (3.2) has no escape for them.
 * The library would write a backslash, and calendars would read the rest as another address.
 */
const replaceQuotes = (name: string) => name.replaceAll('"', '’');

/** Describes a call for the owner's calendar. */
const describeForOwner = (
  { email, leadId }: BookingRow,
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
  row: BookingRow,
  site: CalendarSite,
  { method, place, manageUrl, owner }: CalendarFileOptions,
): Promise<string> {
  if (row.startAt === null) throw new Error('A call without a time has no calendar file.');
  const { createEvent } = await import('ics');
  const isCanceled = row.status === 'canceled';
  const { error, value } = createEvent({
    productId: `${site.SITE_NAME}//Discovery calls//EN`,
    method,
    // The owner's entry is another one than the visitor's, because it says something else.
    uid: `${row.id}${owner ? '-owner' : ''}@${new URL(site.SITE_URL).hostname}`,
    sequence: row.sequence,
    status: isCanceled ? 'CANCELLED' : 'CONFIRMED',
    busyStatus: isCanceled ? 'FREE' : 'BUSY',
    title: owner
      ? `Discovery call: ${[row.name, row.company].filter(Boolean).join(', ')}`
      : `Discovery call with ${site.SITE_NAME}`,
    description: owner
      ? describeForOwner(row, site, owner.phone)
      : [
          `${callMinutes} minutes: your locations, the hours nobody covers, and what it takes to cover them.`,
          ...(manageUrl && !isCanceled ? [`To move or cancel it: ${manageUrl}`] : []),
        ].join('\n\n'),
    ...(manageUrl && !isCanceled && { url: manageUrl }),
    location: place,
    start: Date.parse(row.startAt),
    startInputType: 'utc',
    startOutputType: 'utc',
    duration: { minutes: callMinutes },
    organizer: { name: replaceQuotes(site.SITE_NAME), email: site.SUPPORT_EMAIL },
    ...(method !== 'PUBLISH' &&
      row.email && {
        // Not the typed name, because anybody can enter anyone's address.
        attendees: (owner?.emails ?? [row.email]).map((email) => ({
          name: replaceQuotes(email),
          email,
          rsvp: false,
          partstat: 'ACCEPTED',
          role: 'REQ-PARTICIPANT',
        })),
      }),
    created: Date.parse(row.createdAt),
    lastModified: Date.parse(row.updatedAt),
    ...(!isCanceled && {
      alarms: [
        {
          action: 'display',
          description: 'Discovery call in 15 minutes',
          trigger: { minutes: 15, before: true },
        },
      ],
    }),
  });
  if (error || value === null) throw error ?? new Error('The calendar file could not be made.');
  return value;
}
