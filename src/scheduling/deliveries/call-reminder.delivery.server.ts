import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import type { NotSent } from '../../foundation/outbox/delivery.server';
import type { MailBlock } from '../../foundation/outbox/mail-content.server';
import { formatCount } from '../../lib/format-number';
import { MINUTE } from '../../lib/time/durations';
import { formatTime, getZoneName } from '../../lib/time/format-date';
import { buildManageUrl } from '../call';
import { createCallActions, createWhenBlock, getMeetingUrl } from '../call-mail.server';
import { issueToken } from '../call-tokens.server';
import { formatIsoDate } from '../format-call-time';
import { readCallHours } from '../hours/call-hours-store.server';
import { findCall } from '../table.server';

const callChanged: NotSent = { notSent: 'the call was moved, canceled or has begun' };
const reminderOff: NotSent = { notSent: 'this reminder is turned off' };

/** Formats how soon a call starts. Less than an hour when the mail server was down, for example. */
function formatTimeLeft(start: Date, now: Date): string {
  const minutes = Math.round((start.getTime() - now.getTime()) / MINUTE);
  return minutes > 50 ? 'an hour' : formatCount(Math.max(1, minutes), 'minute');
}

/** Reminds the visitor of a call, a day and an hour before it. */
export default defineVisitorMail({
  kind: 'call-reminder',
  label: 'Call reminder to the contact',
  on: 'call-reminder-due',
  async write({ bookingId, startAt, reminder }, { db, environment }) {
    if (!environment.owner.reminders[reminder]) return reminderOff;
    const call = await findCall(db, bookingId);
    const now = new Date();
    const isCurrent = call?.status === 'booked' && call.startAt === startAt;
    if (!call?.email || !isCurrent || startAt <= now.toISOString()) return callChanged;
    const { SITE_NAME, SITE_URL, owner } = environment;
    const timeZone = call.timeZone ?? owner.timeZone;
    const start = new Date(startAt);
    const isToday = formatIsoDate(start, timeZone) === formatIsoDate(now, timeZone);
    const day = isToday ? 'today' : 'tomorrow';
    const time = formatTime(start, timeZone);
    const meetingUrl = getMeetingUrl(call, environment);
    const { place } = await readCallHours(db);
    const manageUrl = SITE_URL + buildManageUrl(await issueToken(db, bookingId, true));
    const blocks: MailBlock[] = [
      reminder === 'hour'
        ? `${isToday ? 'Today' : 'Tomorrow'}, ${time} ${getZoneName(timeZone)}, with ${SITE_NAME}.`
        : createWhenBlock(startAt, timeZone),
      createCallActions(meetingUrl, manageUrl),
      ...(meetingUrl ? [] : [place]),
      ...(reminder === 'hour'
        ? [`Running late? Reply${owner.phone ? `, or call ${owner.phone}` : ''}.`]
        : []),
    ];
    const title =
      reminder === 'hour'
        ? `Your call starts in ${formatTimeLeft(start, now)}`
        : `Your call is ${day}`;
    return {
      to: call.email,
      subject: `${title}: ${time}`,
      content: {
        title,
        preheader: meetingUrl ? 'The meeting link is inside.' : place,
        blocks,
      },
    };
  },
});
