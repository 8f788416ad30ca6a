import { expect, test } from 'vitest';
import { countLockWaits } from '../support/lock-waits';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';

test('the time of a call that is canceled while the availability is saved can be booked again', async () => {
  const { db, put, slots, book } = await createSchedulingSite();
  const slot = pickSlot(await slots());
  await book(slot);
  const request = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('bookings').set({ status: 'canceled' }).execute();
    await transaction.deleteFrom('bookingCells').execute();
    const response = put({ bufferMinutes: 5 });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    return { response };
  });
  expect((await request.response).statusCode).toBe(200);
  expect(await db.selectFrom('bookingCells').selectAll().execute()).toEqual([]);
  expect((await book(slot)).statusCode).toBe(201);
});
