import { expect, test } from 'vitest';
import { countLockWaits } from '../support/lock-waits';
import { createPaymentSite } from '../support/payment-site';

test('a payment that is started while its lead is deleted is refused, and none is stored', async () => {
  const { db, ids, start, payments } = await createPaymentSite();
  const request = await db.transaction().execute(async (transaction) => {
    const lead = transaction.selectFrom('leads').select('id').where('id', '=', ids.leadId);
    await lead.forUpdate().execute();
    await transaction
      .updateTable('leads')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', ids.leadId)
      .execute();
    // With `then`, because Fastify's response starts only when someone waits for it.
    const response = start().then((it) => it);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    return { response };
  });
  expect((await request.response).statusCode).toBe(404);
  expect(await payments()).toEqual([]);
});
