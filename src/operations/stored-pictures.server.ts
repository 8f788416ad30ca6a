import type { Database } from '../db/database.server';
import type { PictureFile } from '../foundation/media/picture-renderer.server';
import { pictureFiles } from '../foundation/media/s3-storage.server';
import type { PictureStorage } from '../foundation/media/storage.server';
import '../foundation/media/store.server';

/** Rows per query. */
const batchSize = 500;

/** Lists the ids of all stored pictures, in order. */
export async function* listPictureIds(db: Database): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('pictures')
      .select('id')
      .where('state', '=', 'ready')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

/** Reads all files of a picture; none when the storage does not have it. */
export async function readPictureFiles(
  storage: PictureStorage,
  id: string,
): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const { name, type } of pictureFiles) {
    const body = await storage.get(id, name);
    if (body) files.push({ name, type, body });
  }
  return files;
}
