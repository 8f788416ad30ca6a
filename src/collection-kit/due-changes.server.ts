import { bumpContentVersion, lockContentVersion } from '../db/content-version.server';
import type { Database } from '../db/database.server';
import { runInTransaction } from '../db/run-in-transaction.server';
import { writeAudit } from '../foundation/audit/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import type { BaseItem, Collection } from './define-collection';
import { planDueChange } from './plan-publication.server';
import type { Schedule } from './scheduled-changes.server';
import { createRowMapper, getCollectionTable } from './table.server';

/**
 * Returns when the next scheduled change of a collection is due; null if none is scheduled. ISO 8601
 * in UTC.
 */
async function findNextDueAt(db: Database, collection: Collection): Promise<string | null> {
  const { publishAt, unpublishAt } = await db
    .selectFrom(getCollectionTable(collection))
    .select(({ fn }) => [
      fn.min('publishAt').as('publishAt'),
      fn.min('unpublishAt').as('unpublishAt'),
    ])
    .executeTakeFirstOrThrow();
  return [publishAt, unpublishAt].filter((at) => at !== null).sort()[0] ?? null;
}

/**
 * Publishes and unpublishes a collection's items that are due at `now`. If several processes run it
 * at the same time, only one changes the items.
 */
function applyDueChanges(db: Database, collection: Collection, now: string): Promise<void> {
  const { table, encode, decode } = createRowMapper<BaseItem>(collection);
  return runInTransaction(db, async (transaction) => {
    await lockContentVersion(transaction);
    const rows = await transaction
      .selectFrom(table)
      .selectAll()
      .where((eb) => eb.or([eb('publishAt', '<=', now), eb('unpublishAt', '<=', now)]))
      .execute();
    if (rows.length === 0) return;
    await bumpContentVersion(transaction);
    for (const row of rows) {
      const before = decode(row);
      const change = planDueChange(before, now);
      if (!change) continue;
      const at = createTimestampAfter(row.updatedAt);
      const changed = await transaction
        .updateTable(table)
        .set({ ...encode(change), updatedAt: at })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const record = { subject: collection.path, itemId: row.id, action: 'changed', at } as const;
      await writeAudit(transaction, [{ ...record, userId: null, before, after: decode(changed) }]);
    }
  });
}

/** Returns the schedule of a collection's items. */
export const createItemSchedule = (db: Database, collection: Collection): Schedule => ({
  findNextDueAt: () => findNextDueAt(db, collection),
  applyDueChanges: (now) => applyDueChanges(db, collection, now),
});
