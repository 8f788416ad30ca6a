import { randomUUID } from 'node:crypto';
import { collections } from '../content/collections/collections';
import { markDemoItems } from '../content/demo-items.plugin.server';
import type { BaseItem } from '../content/kit/define-collection';
import { createRowMapper } from '../content/kit/table.server';
import { bumpContentVersion } from '../db/content-version.server';
import type { Database } from '../db/database.server';
import { readSiteState } from '../db/site-state.server';
import { runInTransaction } from '../db/transactions.server';

const seedKey = 'demo_content';

/**
 * Fills an empty database with the demo content. Runs once per database: an admin who deletes
 * everything does not get it back, and of two processes that start together only one inserts it.
 */
export async function seedDemoContent(db: Database): Promise<void> {
  // Read first: a write would make each later start wait for the disk.
  if ((await readSiteState(db, seedKey)) !== undefined) return;
  const { demoContent } = await import('../content/collections/collections.server');
  await runInTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    const insertResult = await transaction
      .insertInto('siteState')
      .values({ key: seedKey, value: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    if (Number(insertResult.numInsertedOrUpdatedRows) === 0) return;

    for (const collection of collections) {
      const { table } = createRowMapper<BaseItem>(collection);
      const row = await transaction.selectFrom(table).select('id').limit(1).executeTakeFirst();
      if (row) return;
    }
    const createdAt = new Date().toISOString();
    for (const collection of collections) {
      const { path, create, defaults } = collection;
      const { table, encode } = createRowMapper<BaseItem>(collection);
      const rows = demoContent[path].map((item, displayOrder) => ({
        ...encode({ ...defaults, ...create.parse(item) }),
        id: randomUUID(),
        displayOrder,
        createdAt,
        updatedAt: createdAt,
      }));
      if (rows.length === 0) continue;
      await transaction.insertInto(table).values(rows).execute();
      await markDemoItems(transaction, path, rows);
    }
  });
}
