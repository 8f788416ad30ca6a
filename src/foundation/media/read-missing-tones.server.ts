import type { Database } from '../../db/database.server';
import type { RenderPicture } from './picture-renderer.server';
import { getFallbackName } from './picture-renderer.server';
import type { PictureStorage } from './storage.server';

interface Dependencies {
  db: Database;
  storage: PictureStorage;
  renderPicture: RenderPicture;
  signal: AbortSignal;
}

/**
 * Reads the colors of the pictures that an earlier release stored, from their files. One that can't
 * be read counts as colored, so that it isn't tried again.
 * @returns how many it has read
 */
export async function readMissingTones(dependencies: Dependencies): Promise<number> {
  const { db, storage, renderPicture, signal } = dependencies;
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'fallback'])
    .where('state', '=', 'ready')
    .where('tone', 'is', null)
    .execute();
  let count = 0;
  for (const { id, fallback } of rows) {
    if (signal.aborted) break;
    const bytes = fallback && (await storage.get(id, getFallbackName(fallback)));
    const picture = bytes && (await renderPicture(bytes, undefined).catch(() => null));
    const tone = picture ? picture.tone : 'color';
    await db.updateTable('pictures').set({ tone }).where('id', '=', id).execute();
    count += 1;
  }
  return count;
}
