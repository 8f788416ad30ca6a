import { getFirstName } from '../../cover/public/sheet-words';
import { formatDuration } from '../../leads/admin/format-due';
import { formatDay, formatTime } from '../../lib/time/format-date';
import { getOwnerTimeZone } from '../../lib/time/wall-time';
import type { CallResult } from '../call';
import { type CallHistoryEntry, callHistoryEntry } from '../history';
import type { Call } from './queries';

const providerLabels = { site: 'this site', calendly: 'Calendly', cal: 'Cal.com' };

/** Labels of the results, as shown after a call's time: "2 pm, took place". */
export const resultLabels: Record<CallResult, string> = {
  took_place: 'took place',
  no_show: 'no-show',
};

const statusLabels = {
  booked: 'booked',
  rescheduled: 'rescheduled',
  canceled: 'canceled',
  no_show: 'no-show',
};

/**
 * Formats a call's time as "Wednesday, March 18, 9:30 am" in the owner's time zone. Names the
 * provider if the time is unknown.
 */
export function formatCallStart({ start, source }: Pick<Call, 'start' | 'source'>): string {
  if (start === null) return `Time set in ${providerLabels[source]}`;
  const at = new Date(start);
  return `${formatDay(at, getOwnerTimeZone())}, ${formatTime(at, getOwnerTimeZone())}`;
}

/** Formats how soon a call starts: "in 30 min". */
export function formatAhead(start: string, now: Date): string {
  const aheadMs = Date.parse(start) - now.getTime();
  return aheadMs > 0 ? `in ${formatDuration(aheadMs)}` : 'now';
}

/** Formats a booking's status or result, and whether the provider has confirmed it. */
export function formatCallStatus({ status, result, verified, source, heldUntil }: Call): string {
  if (heldUntil !== null && status === 'booked') return 'not confirmed yet';
  const label = result ? resultLabels[result] : statusLabels[status];
  if (source === 'site') return label;
  return verified
    ? `${label} at ${providerLabels[source]}`
    : `${label} at ${providerLabels[source]}, as reported by the visitor’s browser`;
}

/** Returns the visitor's company, name or email, whichever is known first. */
export const getCallPersonName = ({ company, name, email }: Call): string =>
  company ?? name ?? email ?? 'Unknown visitor';

/** Returns the visitor's first name, for buttons and labels. */
export const getVisitorName = ({ name }: Pick<Call, 'name'>): string =>
  name ? getFirstName(name) : 'them';

const historyLabels: Record<CallHistoryEntry['what'], string> = {
  booked: 'Booked a call',
  rescheduled: 'Moved the call',
  canceled: 'Canceled the call',
  no_show: 'Missed the call',
  took_place: 'Call took place',
  came: 'Attended the call after all',
  reopened: 'Removed the result of the call',
  link_changed: 'Changed the meeting link of the call',
  restored: 'Undid the cancellation of the call',
};

/** Describes a call event: "Booked a call: Wednesday, March 18, 9:30 am". */
export function formatCallHistory(after: unknown): string {
  const { data } = callHistoryEntry.safeParse(after);
  if (!data) return 'Call changed';
  const providerText =
    data.source === 'site' || data.start === null ? '' : ` at ${providerLabels[data.source]}`;
  return `${historyLabels[data.what]}${providerText}: ${formatCallStart(data)}`;
}
