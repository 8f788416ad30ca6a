import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';

test('the result of a call is rejected when another process cancels the call at the same time', async () => {
  const { db, admin, slots, book } = await createSchedulingSite();
  const { id } = (await book(pickSlot(await slots()))).json();
  await db
    .updateTable('bookings')
    .set({ startAt: new Date(Date.now() - 3_600_000).toISOString() })
    .execute();
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "bookings"%'
      and datname = current_database()`.execute(db);
    return rows[0]?.count;
  };
  const request = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('bookings').set({ status: 'canceled' }).execute();
    const response = admin('POST', `/api/scheduling/bookings/${id}/result`, {
      result: 'took_place',
    });
    await expect.poll(countWaiting).toBeGreaterThan(0);
    return { response };
  });
  expect((await request.response).statusCode).toBe(409);
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'canceled' },
  ]);
});
