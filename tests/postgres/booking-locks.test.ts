import { expect, test } from 'vitest';
import { countLockWaits } from '../support/lock-waits';
import { sampleLead } from '../support/samples';
import { caller, createSchedulingSite } from '../support/scheduling-site';

test.each(['its link', 'its email'])(
  'a call of a lead, known by %s, that is erased while the call is booked gets a lead of its own',
  async (known) => {
    const { db, visitor, slots } = await createSchedulingSite();
    const { email } = caller;
    const { id } = (await visitor('POST', '/api/leads', { ...sampleLead, email })).json();
    const leadId = known === 'its link' ? id : undefined;
    const [start] = await slots();
    const { waiting } = await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('leads').where('id', '=', id).execute();
      const waiting = visitor('POST', '/api/scheduling/bookings', { ...caller, start, leadId });
      // Sends it; waiting for it here would never end.
      waiting.catch(() => {});
      await expect.poll(() => countLockWaits(db)).toBe(1);
      return { waiting };
    });
    expect((await waiting).statusCode).toBe(201);
    const leads = await db.selectFrom('leads').selectAll().execute();
    expect(leads).toMatchObject([{ email, status: 'discovery_call' }]);
  },
);
