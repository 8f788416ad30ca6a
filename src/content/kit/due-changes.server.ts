import { bumpContentVersion, lockContentVersion } from '../../db/content-version.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
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
  const { table, encode, decode, save } = createRowMapper<BaseItem>(collection);
  return runInTransaction(db, async (transaction) => {
    await lockContentVersion(transaction);
    const rows = await transaction
      .selectFrom(table)
      .selectAll()
      .where((eb) => eb.or([eb('publishAt', '<=', now), eb('unpublishAt', '<=', now)]))
      .execute();
    const changes = rows.flatMap((row) => {
      const before = decode(row);
      const change = planDueChange(before, now);
      if (!change) return [];
      const at = createTimestampAfter(row.updatedAt);
      return [{ before, row: { ...row, ...encode(change), updatedAt: at }, at }];
    });
    if (changes.length === 0) return;
    await bumpContentVersion(transaction);
    await save(
      transaction,
      changes.map(({ row }) => row),
    );
    await writeAudit(
      transaction,
      changes.map(({ before, row, at }) => ({
        ...({
          subject: collection.path,
          itemId: row.id,
          action: 'changed',
          at,
          userId: null,
        } as const),
        ...{ before, after: decode(row) },
      })),
    );
  });
}

/** Returns the schedule of a collection's items. */
export const createItemSchedule = (db: Database, collection: Collection): Schedule => ({
  findNextDueAt: () => findNextDueAt(db, collection),
  applyDueChanges: (now) => applyDueChanges(db, collection, now),
});
