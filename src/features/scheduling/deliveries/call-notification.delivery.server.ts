import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { getOwnerMailDisabledReason } from '../../../foundation/outbox/mailer.server';
import { reserveOwnerMail } from '../../../foundation/outbox/owner-mail-limit.server';
import { readCallHours } from '../call-hours-store.server';
import { findBookingAtSequence, replacedByLaterChange } from '../find-booking-at-sequence.server';
import { formatCallTime } from '../format-call-time';

const changeLabels = {
  booked: 'Call booked',
  rescheduled: 'Call moved',
  canceled: 'Call canceled',
};

const unconfirmedNote =
  'Booked with a lead’s email, but not from their own link. Open the lead to confirm it’s them.';

/** Notifies the owner of a booked, moved or canceled call, in the owner's time zone. */
export default defineDelivery({
  kind: 'call-notification',
  on: 'call-changed',
  channel: 'mail',
  appliesTo: ({ byProvider }) => !byProvider,
  getDisabledReason: getOwnerMailDisabledReason,
  waitsForChanges: ({ change }) => change !== 'booked',
  async summarize({ bookingId, sequence, change }, { db }) {
    const call = await findBookingAtSequence(db, bookingId, sequence);
    if (!call || call.startAt === null) return replacedByLaterChange;
    const { timeZone } = await readCallHours(db);
    return `${changeLabels[change]}: ${call.company}, ${call.email}, ${formatCallTime(call.startAt, timeZone)}`;
  },
  async deliver({ bookingId, sequence, change }, context) {
    const { id, db, environment, mailer } = context;
    const call = await findBookingAtSequence(db, bookingId, sequence);
    if (!call?.email || call.startAt === null || !environment.NOTIFY_EMAIL) {
      return replacedByLaterChange;
    }
    const notSent = await reserveOwnerMail(context, call.startAt);
    if (notSent) return notSent;
    const { timeZone } = await readCallHours(db);
    return mailer.send({
      id,
      to: environment.NOTIFY_EMAIL,
      replyTo: { name: call.name ?? '', address: call.email },
      subject: `${changeLabels[change]}: ${call.company}`,
      text: [
        formatCallTime(call.startAt, timeZone),
        ...(call.timeZone && call.timeZone !== timeZone
          ? [`Their time: ${formatCallTime(call.startAt, call.timeZone)}`]
          : []),
        '',
        `Company: ${call.company}`,
        `Contact: ${call.name}`,
        `Email: ${call.email}`,
        ...(call.personConfirmed ? [] : ['', unconfirmedNote]),
        '',
        'All upcoming calls:',
        `${environment.SITE_URL}/admin`,
      ].join('\n'),
    });
  },
});
