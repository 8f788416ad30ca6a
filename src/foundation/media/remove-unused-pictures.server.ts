import { lockContentVersion } from '../../db/content-version.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { DAY, HOUR } from '../../lib/time';
import type { PictureStorage } from './storage.server';

/** Time after which an unreferenced picture is removed. */
const maxUnusedAgeMs = DAY;

/** Age at which an unfinished upload is considered abandoned. */
const maxUnfinishedAgeMs = HOUR;

/** Maximum number of parameters per statement, far below the limit of either engine. */
const maxChunkSize = 500;

const splitIntoChunks = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / maxChunkSize) }, (_, chunk) =>
    ids.slice(chunk * maxChunkSize, (chunk + 1) * maxChunkSize),
  );

export type FindReferencedIds = (db: Database) => Promise<ReadonlySet<string>>;

interface Dependencies {
  db: Database;
  storage: PictureStorage;
  /** Returns the IDs of the pictures that the content references. */
  findReferencedIds: FindReferencedIds;
}

const toIsoBefore = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Records when pictures became unreferenced. @returns the IDs of those unreferenced for a day */
async function markUnused(db: Database, usedIds: ReadonlySet<string>): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'unusedSince'])
    .where('state', '=', 'ready')
    .execute();
  const setUnusedSince = async (ids: string[], unusedSince: string | null) => {
    for (const batch of splitIntoChunks(ids)) {
      await db.updateTable('pictures').set({ unusedSince }).where('id', 'in', batch).execute();
    }
  };
  const isUsed = (row: { id: string }) => usedIds.has(row.id);
  const getId = (row: { id: string }) => row.id;
  await setUnusedSince(
    rows.filter((row) => isUsed(row) && row.unusedSince !== null).map(getId),
    null,
  );
  await setUnusedSince(
    rows.filter((row) => !isUsed(row) && row.unusedSince === null).map(getId),
    toIsoBefore(0),
  );
  const due = toIsoBefore(maxUnusedAgeMs);
  return rows
    .filter((row) => !isUsed(row) && row.unusedSince !== null && row.unusedSince <= due)
    .map(getId);
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
      for (const batch of splitIntoChunks(due.filter((id) => !usedIds.has(id)))) {
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
    .where('expiresAt', '<=', toIsoBefore(maxUnfinishedAgeMs))
    .execute();

  const leaving = await db
    .selectFrom('pictures')
    .select('id')
    .where('state', '=', 'leaving')
    .execute();
  for (const { id } of leaving) await removePicture({ db, storage }, id);
}
