import { mailOffBecause } from '../mail/mailer.server';
import { reserveOwnerMail } from '../mail/owner-mail-limit.server';
import { defineDelivery } from '../outbox/delivery.server';
import { bookingInState, replacedByLaterChange } from './booking-state.server';
import { readCallHours } from './call-hours-store.server';
import { momentInZone } from './call-moments';

const said = { booked: 'Call booked', rescheduled: 'Call moved', canceled: 'Call canceled' };

const unconfirmedNote =
  'Booked with a lead’s email, but not from their own link. Open the lead to confirm it’s them.';

/** Tells the owner of a call that was booked, moved or canceled, in the owner's time zone. */
export default defineDelivery({
  kind: 'call-notification',
  on: 'call-changed',
  offBecause: (environment) =>
    mailOffBecause(environment) ??
    (environment.NOTIFY_EMAIL ? undefined : 'Nobody to tell: NOTIFY_EMAIL is not set'),
  settles: ({ change }) => change !== 'booked',
  async summarize({ bookingId, sequence, change }, { db }) {
    const call = await bookingInState(db, bookingId, sequence);
    if (!call || call.startAt === null) return replacedByLaterChange;
    const { timeZone } = await readCallHours(db);
    return `${said[change]}: ${call.company}, ${call.email}, ${momentInZone(call.startAt, timeZone)}`;
  },
  async deliver({ bookingId, sequence, change }, context) {
    const { id, db, environment, mailer } = context;
    const call = await bookingInState(db, bookingId, sequence);
    if (!call?.email || call.startAt === null || !environment.NOTIFY_EMAIL) {
      return replacedByLaterChange;
    }
    const held = await reserveOwnerMail(context, call.startAt);
    if (held) return held;
    const { timeZone } = await readCallHours(db);
    await mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: call.name ?? '', address: call.email },
      subject: `${said[change]}: ${call.company}`,
      text: [
        momentInZone(call.startAt, timeZone),
        ...(call.timeZone && call.timeZone !== timeZone
          ? [`For them: ${momentInZone(call.startAt, call.timeZone)}`]
          : []),
        '',
        `Company: ${call.company}`,
        `Contact: ${call.name}`,
        `Email: ${call.email}`,
        ...(call.personConfirmed ? [] : ['', unconfirmedNote]),
        '',
        'All coming calls:',
        `${environment.SITE_URL}/admin`,
      ].join('\n'),
    });
    return undefined;
  },
});
