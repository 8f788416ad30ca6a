import { join } from 'node:path';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { PictureFile } from '../foundation/media/picture-renderer.server';
import { createS3Storage, pictureFiles } from '../foundation/media/s3-storage.server';
import { createFolderStorage, type PictureStorage } from '../foundation/media/storage.server';
import { SECOND } from '../lib/time/durations';
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

/** Where pictures can be moved to. */
export const pictureTargets = ['bucket', 'folder'] as const;
type PictureTarget = (typeof pictureTargets)[number];

const progressIntervalMs = 5 * SECOND;

const hasSameFiles = (left: readonly PictureFile[], right: readonly PictureFile[]): boolean =>
  left.length === right.length &&
  left.every(({ name, body }) =>
    right.some((other) => other.name === name && other.body.equals(body)),
  );

/** Copies a picture and reads it back. @returns the bytes that were copied */
async function copyPicture(
  id: string,
  files: readonly PictureFile[],
  target: PictureStorage,
): Promise<number> {
  // Leftovers of an interrupted run or an earlier move.
  await target.remove(id);
  await target.put(id, files);
  if (!hasSameFiles(files, await readPictureFiles(target, id)))
    throw new Error(`The picture ${id} was not stored as it was sent.`);
  return files.reduce((sum, { body }) => sum + body.length, 0);
}

/**
 * Copies all pictures to the bucket, or from it to the data folder, and compares each with its
 * original. It can be repeated: pictures that exist in the target are only compared.
 * @param removesOriginals whether to remove each original after the comparison
 * @returns the counts of pictures and of copied bytes; `present` were in the target already
 */
export async function movePictures(
  db: Database,
  environment: Environment,
  {
    target: targetName,
    removesOriginals,
    report,
  }: { target: PictureTarget; removesOriginals: boolean; report: (line: string) => void },
) {
  const folder = createFolderStorage(join(environment.DATA_DIR, 'pictures'));
  const bucket = createS3Storage(environment);
  const [source, target] = targetName === 'bucket' ? [folder, bucket] : [bucket, folder];
  /** The ids of pictures of which neither side has a file. */
  const missing: string[] = [];
  const result = { pictures: 0, present: 0, bytes: 0, missing };
  let reportedAt = performance.now();
  for await (const id of listPictureIds(db)) {
    const files = await readPictureFiles(source, id);
    const existing = await readPictureFiles(target, id);
    result.pictures += 1;
    if (files.length === 0) {
      if (existing.length === 0) result.missing.push(id);
      else result.present += 1;
    } else {
      if (hasSameFiles(files, existing)) result.present += 1;
      else result.bytes += await copyPicture(id, files, target);
      if (removesOriginals) await source.remove(id);
    }
    if (performance.now() - reportedAt < progressIntervalMs) continue;
    reportedAt = performance.now();
    report(`${result.pictures} pictures, ${Math.round(result.bytes / 1e6)} MB copied …`);
  }
  return result;
}
