import { holdContent } from '../../lib/content-version.server';
import type { Database } from '../../lib/database.server';
import { inTransaction } from '../../lib/in-transaction.server';
import type { PictureStorage } from './picture-storage.server';

const hour = 3_600_000;

/** Milliseconds that a picture is kept which nothing refers to. */
const keptUnused = 24 * hour;

/** Milliseconds after which an upload that has not come to its end never will. */
const keptUnfinished = hour;

/** Most parameters of one statement, far below either engine's bound. */
const chunkSize = 500;

const chunks = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, chunk) =>
    ids.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
  );

interface Parts {
  db: Database;
  storage: PictureStorage;
  /** The ids of the pictures that the content refers to. */
  referred: (db: Database) => Promise<ReadonlySet<string>>;
}

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Notes since when pictures are not referred to. @returns those whose day is over */
async function noteUnused(db: Database, used: ReadonlySet<string>): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'unusedSince'])
    .where('state', '=', 'ready')
    .execute();
  const note = async (ids: string[], unusedSince: string | null) => {
    for (const some of chunks(ids)) {
      await db.updateTable('pictures').set({ unusedSince }).where('id', 'in', some).execute();
    }
  };
  const isUsed = (row: { id: string }) => used.has(row.id);
  const idOf = (row: { id: string }) => row.id;
  await note(rows.filter((row) => isUsed(row) && row.unusedSince !== null).map(idOf), null);
  await note(rows.filter((row) => !isUsed(row) && row.unusedSince === null).map(idOf), ago(0));
  const due = ago(keptUnused);
  return rows
    .filter((row) => !isUsed(row) && row.unusedSince !== null && row.unusedSince <= due)
    .map(idOf);
}

/** Removes a picture's files, then its row: what a crash or a fault interrupts is found again. */
export async function removePicture(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await storage.remove(id);
  await db.deleteFrom('pictures').where('id', '=', id).execute();
}

/**
 * Removes pictures that nothing has referred to for a day, and what unfinished uploads left.
 */
export async function removeUnusedPictures({ db, storage, referred }: Parts): Promise<void> {
  const due = await noteUnused(db, await referred(db));
  if (due.length > 0) {
    await inTransaction(db, async (transaction) => {
      // No content is saved meanwhile: a picture that was taken up a moment ago is seen here.
      await holdContent(transaction);
      const used = await referred(transaction);
      for (const some of chunks(due.filter((id) => !used.has(id)))) {
        await transaction
          .updateTable('pictures')
          .set({ state: 'leaving' })
          .where('id', 'in', some)
          .execute();
      }
    });
  }
  await db
    .updateTable('pictures')
    .set({ state: 'leaving' })
    .where('state', 'in', ['awaited', 'arriving'])
    .where('expiresAt', '<=', ago(keptUnfinished))
    .execute();

  const leaving = await db
    .selectFrom('pictures')
    .select('id')
    .where('state', '=', 'leaving')
    .execute();
  for (const { id } of leaving) await removePicture({ db, storage }, id);
}
