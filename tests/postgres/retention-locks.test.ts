import { expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { expireLeads } from '../support/expire-leads';
import { countLockWaits } from '../support/lock-waits';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

test('an expired lead that is reopened while the hourly purge starts is not deleted', async () => {
  const { db, visitor } = await createTestApp();
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  await expireLeads(db);
  const purge = await db.transaction().execute(async (transaction) => {
    // As `lockLead` and the change of the status do.
    await transaction
      .updateTable('leads')
      .set({ expiresAt: null, status: 'contacted', updatedAt: new Date().toISOString() })
      .execute();
    const done = purgeExpiredLeads(db, leadHooks, 24);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    return { done };
  });
  await purge.done;
  expect(await db.selectFrom('leads').select(['id', 'status']).execute()).toEqual([
    { id, status: 'contacted' },
  ]);
});
