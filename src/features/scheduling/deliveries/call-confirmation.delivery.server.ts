import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { listSignatureLines } from '../../../foundation/outbox/mail-signature.server';
import { getMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { reserveVisitorMail } from '../../../foundation/outbox/visitor-mail-limit.server';
import { issueToken } from '../booking-tokens.server';
import { createCalendarFile } from '../calendar-file.server';
import { buildManageUrl } from '../call';
import { readCallHours } from '../call-hours-store.server';
import { findBookingAtSequence, replacedByLaterChange } from '../find-booking-at-sequence.server';
import { formatCallTime } from '../format-call-time';

const mailTexts = {
  booked: ['Your discovery call is booked', 'your discovery call is booked:'],
  rescheduled: ['Your discovery call has moved', 'your discovery call has a new time:'],
  canceled: ['Your discovery call is canceled', 'this discovery call is canceled:'],
} as const;

/**
 * Notifies the visitor that a call is booked, moved or canceled, with a calendar file. Like the
 * lead confirmation, the email contains no typed text, because anyone can enter anyone's address.
 */
export default defineDelivery({
  kind: 'call-confirmation',
  on: 'call-changed',
  channel: 'mail',
  appliesTo: ({ byProvider }) => !byProvider,
  getDisabledReason: getMailDisabledReason,
  waitsForChanges: ({ change }) => change !== 'booked',
  async deliver({ bookingId, sequence, change, byOwner }, context) {
    const { id, db, environment, mailer } = context;
    const call = await findBookingAtSequence(db, bookingId, sequence);
    if (!call?.email || call.startAt === null) return replacedByLaterChange;
    const notSent = byOwner ? undefined : await reserveVisitorMail(context, call.email, 'calls');
    if (notSent) return notSent;
    const { SITE_NAME, SITE_URL, SUPPORT_EMAIL } = environment;
    const isCanceled = change === 'canceled';
    const manageUrl = isCanceled
      ? undefined
      : SITE_URL + buildManageUrl(await issueToken(db, bookingId));
    const { place } = await readCallHours(db);
    const method = isCanceled ? 'CANCEL' : 'REQUEST';
    const [subject, sentence] = mailTexts[change];
    return mailer.send({
      id,
      to: call.email,
      replyTo: { name: SITE_NAME, address: SUPPORT_EMAIL },
      subject: `${SITE_NAME}: ${subject}`,
      text: [
        'Hello,',
        '',
        sentence,
        formatCallTime(call.startAt, call.timeZone ?? 'UTC'),
        ...(isCanceled ? [] : [place]),
        '',
        ...(manageUrl
          ? ['To reschedule or cancel it (no account needed):', manageUrl]
          : ['To book another time:', `${SITE_URL}/schedule`]),
        '',
        'Something to add? Just reply to this email.',
        '',
        ...listSignatureLines(environment),
      ].join('\n'),
      calendar: {
        method,
        content: await createCalendarFile(call, environment, { method, place, manageUrl }),
      },
    });
  },
});
