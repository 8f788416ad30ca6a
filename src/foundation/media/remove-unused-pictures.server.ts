import { splitIntoBatches } from '../../db/bulk-statement.server';
import { lockContentVersion } from '../../db/content-version.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { DAY, getTimeAgo, HOUR } from '../../lib/time/durations';
import type { PictureStorage } from './storage.server';

/** Time after which an unreferenced picture is removed. */
const maxUnusedAgeMs = DAY;

/** Age at which an unfinished upload is considered abandoned. */
const maxUnfinishedAgeMs = HOUR;

export type FindReferencedIds = (db: Database) => Promise<ReadonlySet<string>>;

interface Dependencies {
  db: Database;
  storage: PictureStorage;
  /** Returns the IDs of the pictures that the content references. */
  findReferencedIds: FindReferencedIds;
}

/** Records when pictures became unreferenced. @returns the IDs of those unreferenced for a day */
async function markUnused(db: Database, usedIds: ReadonlySet<string>): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'unusedSince'])
    .where('state', '=', 'ready')
    .execute();
  const setUnusedSince = async (pictures: typeof rows, unusedSince: string | null) => {
    for (const batch of splitIntoBatches(pictures.map(({ id }) => id))) {
      await db.updateTable('pictures').set({ unusedSince }).where('id', 'in', batch).execute();
    }
  };
  const used = rows.filter(({ id }) => usedIds.has(id));
  const unused = rows.filter(({ id }) => !usedIds.has(id));
  await setUnusedSince(
    used.filter(({ unusedSince }) => unusedSince !== null),
    null,
  );
  await setUnusedSince(
    unused.filter(({ unusedSince }) => unusedSince === null),
    getTimeAgo(0),
  );
  const due = getTimeAgo(maxUnusedAgeMs);
  return unused.flatMap(({ id, unusedSince }) => (unusedSince && unusedSince <= due ? id : []));
}

/** Deletes a picture's files, then its row, so that an interrupted deletion is resumed. */
export async function removePicture(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await storage.remove(id);
  await db.deleteFrom('pictures').where('id', '=', id).execute();
}

/** Removes pictures that have been unreferenced for a day, and the remains of abandoned uploads. */
export async function removeUnusedPictures({
  db,
  storage,
  findReferencedIds,
}: Dependencies): Promise<void> {
  const due = await markUnused(db, await findReferencedIds(db));
  if (due.length > 0) {
    await runInTransaction(db, async (transaction) => {
      // The content is locked, so this also sees pictures that have just been referenced again.
      await lockContentVersion(transaction);
      const usedIds = await findReferencedIds(transaction);
      for (const batch of splitIntoBatches(due.filter((id) => !usedIds.has(id)))) {
        await transaction
          .updateTable('pictures')
          .set({ state: 'leaving' })
          .where('id', 'in', batch)
          .execute();
      }
    });
  }
  await db
    .updateTable('pictures')
    .set({ state: 'leaving' })
    .where('state', 'in', ['awaited', 'arriving'])
    .where('expiresAt', '<=', getTimeAgo(maxUnfinishedAgeMs))
    .execute();

  const leaving = await db
    .selectFrom('pictures')
    .select('id')
    .where('state', '=', 'leaving')
    .execute();
  for (const { id } of leaving) await removePicture({ db, storage }, id);
}
