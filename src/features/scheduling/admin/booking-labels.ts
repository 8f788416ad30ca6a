import { formatLocalDay, formatLocalTime } from '../format-call-time';
import { type CallHistoryEntry, callHistoryEntry } from '../history';
import type { Booking } from './queries';

const providerLabels = { site: 'this site', calendly: 'Calendly', cal: 'Cal.com' };

const statusLabels = {
  booked: 'booked',
  rescheduled: 'rescheduled',
  canceled: 'canceled',
  no_show: 'no-show',
};

/** The zone of whoever looks: the admin area is rendered in the browser alone. */
const getBrowserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Wednesday, March 18, 9:30 AM" in the owner's own zone; what is known when the time is not. */
export function formatBookingTime({ start, source }: Pick<Booking, 'start' | 'source'>): string {
  if (start === null) return `Time set in ${providerLabels[source]}`;
  const at = new Date(start);
  return `${formatLocalDay(at, getBrowserTimeZone())}, ${formatLocalTime(at, getBrowserTimeZone())}`;
}

/** What has become of a booking, and how sure that is. */
export function formatBookingStatus({ status, verified, source }: Booking): string {
  const label = statusLabels[status];
  if (source === 'site') return label;
  return verified
    ? `${label} at ${providerLabels[source]}`
    : `${label} at ${providerLabels[source]}, as reported by the visitor’s browser`;
}

/** Who will be there. */
export const getCallPersonName = ({ company, name, email }: Booking): string =>
  company ?? name ?? email ?? 'Unknown visitor';

const historyLabels: Record<CallHistoryEntry['what'], string> = {
  booked: 'Booked a call',
  rescheduled: 'Moved the call',
  canceled: 'Canceled the call',
  no_show: 'Missed the call',
  came: 'Attended the call after all',
};

/** What happened to a call, in words: "Booked a call: Wednesday, March 18, 9:30 AM". Undefined when it is not read. */
export function formatCallHistory(after: unknown): string | undefined {
  const { data } = callHistoryEntry.safeParse(after);
  if (!data) return undefined;
  const providerText =
    data.source === 'site' || data.start === null ? '' : ` at ${providerLabels[data.source]}`;
  return `${historyLabels[data.what]}${providerText}: ${formatBookingTime(data)}`;
}
