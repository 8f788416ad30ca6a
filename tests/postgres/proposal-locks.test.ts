import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countLockWaits } from '../support/lock-waits';
import { createProposalSite } from '../support/proposal-site';

test('a proposal that is written waits for its lead before it locks its package, as one that is sent', async () => {
  const { db, ids, write } = await createProposalSite();
  const request = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('leads').set({ expiresAt: null }).execute();
    const response = write();
    await expect.poll(() => countLockWaits(db)).toBe(1);
    const rows = sql`select id from onboarding_packages where id = ${ids.packageId} for update nowait`;
    expect((await rows.execute(transaction)).rows).toHaveLength(1);
    return { response };
  });
  expect((await request.response).statusCode).toBe(201);
});
