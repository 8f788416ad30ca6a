import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import type { LogoTone } from '../../lib/picture-values';
import { getFallbackName, type RenderPicture } from './picture-renderer.server';
import type { PictureStorage } from './storage.server';

/** How the content finds its logos and takes over their colors. */
export interface ToneOptions {
  /** Returns the ids of the pictures that the content shows as logos. */
  findLogoIds: (db: Database) => Promise<ReadonlySet<string>>;
  /** Called in the transaction that stores the colors of a picture. */
  onToneRead: (transaction: DatabaseTransaction, id: string) => Promise<void>;
}

interface Dependencies extends ToneOptions {
  db: Database;
  storage: PictureStorage;
  renderPicture: RenderPicture;
  signal: AbortSignal;
}

/** Lists the logos whose colors are unknown. Only logos need them, and rendering is expensive. */
async function listMissing({ db, findLogoIds }: Dependencies) {
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'fallback'])
    .where('state', '=', 'ready')
    .where('tone', 'is', null)
    .execute();
  if (rows.length === 0) return [];
  const logoIds = await findLogoIds(db);
  return rows.filter(({ id }) => logoIds.has(id));
}

type Missing = Awaited<ReturnType<typeof listMissing>>[number];

/** Reads the colors of a picture. One that can't be read counts as colored. */
async function readTone(
  { storage, renderPicture }: Dependencies,
  { id, fallback }: Missing,
): Promise<LogoTone> {
  const bytes = fallback && (await storage.get(id, getFallbackName(fallback)));
  if (!bytes) return 'color';
  try {
    return (await renderPicture(bytes, undefined)).tone;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    return 'color';
  }
}

/**
 * Reads the colors of the logos that an earlier release stored, from their files. Several processes
 * may do it at once: each color counts once.
 */
export async function readMissingTones(dependencies: Dependencies): Promise<void> {
  const { db, onToneRead, signal } = dependencies;
  for (const logo of await listMissing(dependencies)) {
    if (signal.aborted) return;
    const tone = await readTone(dependencies, logo);
    await runInTransaction(db, async (transaction) => {
      const update = await transaction
        .updateTable('pictures')
        .set({ tone })
        .where('id', '=', logo.id)
        .where('tone', 'is', null)
        .executeTakeFirst();
      if (Number(update.numUpdatedRows) > 0) await onToneRead(transaction, logo.id);
    });
  }
}
