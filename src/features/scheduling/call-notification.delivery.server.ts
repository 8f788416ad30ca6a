import { mailOffBecause } from '../mail/mailer.server';
import { defineDelivery } from '../outbox/delivery.server';
import { bookingInState } from './booking-state.server';
import { readCallHours } from './call-hours-store.server';
import { momentInZone } from './call-moments';

const said = { booked: 'Call booked', rescheduled: 'Call moved', canceled: 'Call canceled' };

/** Tells the owner of a call that was booked, moved or canceled, in the owner's time zone. */
export default defineDelivery({
  kind: 'call-notification',
  on: 'call-changed',
  offBecause: (environment) =>
    mailOffBecause(environment) ??
    (environment.NOTIFY_EMAIL ? undefined : 'Nobody to tell: NOTIFY_EMAIL is not set'),
  async deliver({ bookingId, sequence, change }, { id, db, environment, mailer }) {
    const call = await bookingInState(db, bookingId, sequence);
    if (!call?.email || call.startAt === null || !environment.NOTIFY_EMAIL) return;
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
        '',
        'All coming calls:',
        `${environment.SITE_URL}/admin`,
      ].join('\n'),
    });
  },
});
