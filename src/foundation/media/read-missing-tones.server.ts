import { setTimeout as pause } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { acquireLease } from '../../db/lease.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import type { LogoTone } from '../../lib/picture-values';
import { MINUTE, SECOND } from '../../lib/time';
import { getFallbackName, type RenderPicture } from './picture-renderer.server';
import type { PictureStorage } from './storage.server';

/** Longer than reading one picture takes. If the process dies, another one continues after it. */
const leaseMs = MINUTE;

/** Time until a process that doesn't hold the lease looks again. */
const retryMs = 2 * SECOND;

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
 * Reads the colors of the logos that an earlier release stored, from their files. One of the
 * processes does it; the others wait, and continue if it dies.
 */
export async function readMissingTones(dependencies: Dependencies): Promise<void> {
  const { db, onToneRead, signal } = dependencies;
  while (!signal.aborted && (await listMissing(dependencies)).length > 0) {
    const lease = await acquireLease(db, 'logo_tones_lease', leaseMs);
    if (!lease) {
      await pause(retryMs, undefined, { signal, ref: false }).catch(() => {});
      continue;
    }
    try {
      for (const logo of await listMissing(dependencies)) {
        if (signal.aborted || !(await lease.renew())) break;
        const tone = await readTone(dependencies, logo);
        await runInTransaction(db, async (transaction) => {
          await transaction
            .updateTable('pictures')
            .set({ tone })
            .where('id', '=', logo.id)
            .execute();
          await onToneRead(transaction, logo.id);
        });
      }
    } finally {
      await lease.release();
    }
  }
}
