import { type CallEntry, callEntry } from '../call-history';
import { localDay, localTime } from '../call-moments';
import type { Booking } from './call-queries';

const providers = { site: 'this site', calendly: 'Calendly', cal: 'Cal.com' };

const statuses = {
  booked: 'booked',
  rescheduled: 'moved to another time',
  canceled: 'canceled',
  no_show: 'did not come',
};

/** The zone of whoever looks: the admin area is rendered in the browser alone. */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Wednesday, March 18, 9:30 AM" in the owner's own zone; what is known when the time is not. */
export function callMoment({ start, source }: Pick<Booking, 'start' | 'source'>): string {
  if (start === null) return `Time known to ${providers[source]}`;
  const at = new Date(start);
  return `${localDay(at, here())}, ${localTime(at, here())}`;
}

/** What has become of a booking, and how sure that is. */
export function bookingOutcome({ status, verified, source }: Booking): string {
  const word = statuses[status];
  if (source === 'site') return word;
  return verified
    ? `${word} at ${providers[source]}`
    : `${word} at ${providers[source]}, as the visitor’s browser says`;
}

/** Who will be there. */
export const callPerson = ({ company, name, email }: Booking): string =>
  company ?? name ?? email ?? 'Somebody we do not know yet';

const happened: Record<CallEntry['what'], string> = {
  booked: 'Booked a call',
  rescheduled: 'Moved the call',
  canceled: 'Canceled the call',
  no_show: 'Missed the call',
  came: 'Came to the call after all',
};

/** What happened to a call, in words: "Booked a call: Wednesday, March 18, 9:30 AM". Undefined when it is not read. */
export function callWords(after: unknown): string | undefined {
  const { data } = callEntry.safeParse(after);
  if (!data) return undefined;
  const place =
    data.source === 'site' || data.start === null ? '' : ` at ${providers[data.source]}`;
  return `${happened[data.what]}${place}: ${callMoment(data)}`;
}
