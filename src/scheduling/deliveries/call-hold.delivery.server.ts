import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import type { NotSent } from '../../foundation/outbox/delivery.server';
import { reserveVisitorMail } from '../../foundation/outbox/mail-limits.server';
import { formatDayAndTime, formatTime } from '../../lib/time/format-date';
import { buildManageUrl } from '../call';
import { createWhenBlock } from '../call-mail.server';
import { issueToken } from '../call-tokens.server';
import { findCall } from '../table.server';

const notHeld: NotSent = { notSent: 'the call is no longer held' };

/** Asks the visitor to confirm a call that is held for them. */
export default defineVisitorMail({
  kind: 'call-hold',
  label: 'Confirmation request to the contact',
  on: 'call-held',
  async write({ bookingId }, context) {
    const { db, environment } = context;
    const call = await findCall(db, bookingId);
    const { email, startAt, heldUntil } = call ?? {};
    const isHeld = call?.status === 'booked' && heldUntil && heldUntil > new Date().toISOString();
    if (!isHeld || !email || !startAt) return notHeld;
    const notSent = await reserveVisitorMail(context, email, 'calls');
    if (notSent) return notSent;
    const timeZone = call.timeZone ?? environment.owner.timeZone;
    const url = environment.SITE_URL + buildManageUrl(await issueToken(db, bookingId, true));
    const title = 'Confirm your discovery call';
    const deadline = `We are holding this time for you until ${formatTime(new Date(heldUntil), timeZone)}.`;
    return {
      to: email,
      subject: `${title}: ${formatDayAndTime(new Date(startAt), timeZone)}`,
      content: {
        title,
        preheader: deadline,
        blocks: [
          createWhenBlock(startAt, timeZone),
          `${deadline} Confirm it to book the call.`,
          { kind: 'actions', links: [{ label: 'Confirm the call', url }] },
          'If you did not ask for a call, ignore this email.',
        ],
      },
    };
  },
});
