import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { formatMorning, readMorning } from '../today/morning-text.server';

/** Emails the owner the day's waiting leads, follow-ups and calls. */
export default defineOwnerMail({
  kind: 'morning-mail',
  label: 'Email of the morning',
  on: 'morning-came',
  about: 'the day’s leads and calls',
  async write({ days }, { db, environment, leadHooks }) {
    const agenda = await readMorning({ db, environment, hooks: leadHooks }, days);
    const count = agenda.waitingCount + agenda.followUps.length + agenda.calls.length;
    return count === 0
      ? { notSent: 'there was nothing to do' }
      : formatMorning(agenda, environment);
  },
});
