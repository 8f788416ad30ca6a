import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { NotSent, OutboxEvents, Postponed } from '../foundation/outbox/delivery.server';
import type { MailBlock } from '../foundation/outbox/mail-content.server';
import { MINUTE, SECOND } from '../lib/time/durations';
import { formatDay, formatTimeRange, getZoneName } from '../lib/time/format-date';
import { parseMinutes } from '../lib/time/week-hours';
import { callMinutes, undoMs } from './call';
import { formatIsoTime } from './format-call-time';
import { type CallChange, findCall, type StoredCall } from './table.server';

/**
 * Time after a change of the owner in which the server undoes it. Longer than the button shows, for
 * a click at the end.
 */
export const undoDeadlineMs = undoMs + 2 * SECOND;

/** The changes, as the owner's emails and the webhooks name them. */
export const changeLabels: Record<CallChange, string> = {
  booked: 'Call booked',
  rescheduled: 'Call moved',
  canceled: 'Call canceled',
  link_changed: 'Call link changed',
};

/** The emails about a change. They wait until it can no longer be undone. */
export const callMailKinds = ['call-confirmation', 'call-notification'];

/** Lists the emails about the last change of a call. */
export async function listChangeMails(db: Database, { id, leadId, sequence }: StoredCall) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'status', 'payload', 'createdAt'])
    .where('leadId', '=', leadId)
    .where('kind', 'in', callMailKinds)
    .execute();
  return rows
    .map(({ payload, ...row }) => {
      const change: OutboxEvents['call-changed'] = JSON.parse(payload);
      return { ...row, change };
    })
    .filter(({ change }) => change.bookingId === id && change.sequence === sequence);
}

/**
 * Returns how long the emails about a change wait: until the owner can no longer undo it. After
 * changes of the visitor a minute, so that one email reports the last of several.
 */
export const getCallMailDelayMs = ({ change, byOwner }: OutboxEvents['call-changed']): number =>
  byOwner ? undoDeadlineMs : change === 'booked' ? 0 : MINUTE;

/**
 * Finds a booking if it is unchanged since an email about it was enqueued. If a call was rescheduled
 * twice while email was down, only the last time is emailed.
 */
export async function findCallAtSequence(
  db: Database,
  id: string,
  sequence: number,
): Promise<StoredCall | undefined> {
  const row = await findCall(db, id);
  return row?.sequence === sequence ? row : undefined;
}

/** Shown to the owner for an email that a later change made obsolete. */
export const replacedByLaterChange: NotSent = { notSent: 'the call was changed again' };

/**
 * Returns what becomes of an email after a later change. It waits while the owner can undo that
 * change, because the call is then again as the email says.
 */
export async function replaceByLaterChange(db: Database, id: string): Promise<NotSent | Postponed> {
  const row = await findCall(db, id);
  const mails = row ? await listChangeMails(db, row) : [];
  const undoable = mails.find(({ change, status }) => change.byOwner && status === 'pending');
  const postponedUntil = undoable ? Date.parse(undoable.createdAt) + undoDeadlineMs : 0;
  return postponedUntil > Date.now()
    ? { postponedUntil, reason: replacedByLaterChange.notSent }
    : replacedByLaterChange;
}

/** Returns the link under which a call takes place; null when there is none. */
export const getMeetingUrl = (
  { meetingUrl }: Pick<StoredCall, 'meetingUrl'>,
  { owner }: Pick<Environment, 'owner'>,
): string | null => meetingUrl ?? owner.meetingUrl;

/** Formats a call's period: "9:00 to 9:30 am, Eastern Time". */
function formatCallPeriod(startAt: string, timeZone: string): string {
  const start = new Date(startAt);
  const end = new Date(start.getTime() + callMinutes * MINUTE);
  return `${formatTimeRange(start, end, timeZone)}, ${getZoneName(timeZone)}`;
}

interface WhenOptions {
  isOld?: boolean;
  /** Added after the period. */
  note?: string;
}

/** Creates the part of an email that shows when a call takes place. */
export const createWhenBlock = (
  startAt: string,
  timeZone: string,
  options: WhenOptions = {},
): MailBlock => ({
  kind: 'when',
  date: formatDay(new Date(startAt), timeZone),
  detail: formatCallPeriod(startAt, timeZone),
  minutes: parseMinutes(formatIsoTime(new Date(startAt), timeZone)),
  ...options,
});

/**
 * Creates the links of an email about a call that takes place: buttons to join it and to change it.
 * Without a link to join, there is no button, because to cancel is not the main action.
 */
export function createCallActions(meetingUrl: string | null, manageUrl: string): MailBlock {
  const manage = { label: 'Reschedule or cancel', url: manageUrl };
  return meetingUrl
    ? { kind: 'actions', links: [{ label: 'Open the meeting link', url: meetingUrl }, manage] }
    : { kind: 'text', parts: [manage] };
}
