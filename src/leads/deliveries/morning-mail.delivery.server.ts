import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { formatMorning, readMorning } from '../today/morning-text.server';

/** Emails the owner the day's waiting leads, follow-ups and calls. */
export default defineDelivery({
  kind: 'morning-mail',
  on: 'morning-came',
  channel: 'mail',
  getDisabledReason: getOwnerMailDisabledReason,
  async deliver({ days }, { id, db, environment, mailer, leadHooks }) {
    const { NOTIFY_EMAIL } = environment;
    const agenda = await readMorning({ db, environment, hooks: leadHooks }, days);
    const count = agenda.waitingCount + agenda.followUps.length + agenda.calls.length;
    if (!NOTIFY_EMAIL || count === 0) return { notSent: 'there was nothing to do' };
    return mailer.send({ id, to: NOTIFY_EMAIL, ...formatMorning(agenda, environment) });
  },
});
