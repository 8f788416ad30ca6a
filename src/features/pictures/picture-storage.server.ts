import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../lib/environment.server';
import type { PictureFile } from './rendering.server';
import { s3Storage } from './s3-storage.server';

/** Where the files of pictures lie. Each picture is a set of files that come and go together. */
export interface PictureStorage {
  /** Stores all files of a picture. What is left of a failed one is for `remove`. */
  put(id: string, files: readonly PictureFile[]): Promise<void>;
  /** @returns null when it is not there */
  get(id: string, name: string): Promise<Buffer | null>;
  /** Removes what there is of a picture, half-stored ones included. */
  remove(id: string): Promise<void>;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Ids and names come from us; should one ever come from elsewhere, it names no other folder. */
function checked(part: string): string {
  if (!/^[\w-]+(\.\w+)?$/.test(part)) throw new Error(`Not a name of a picture: ${part}`);
  return part;
}

/** Renaming is on the disk once the folder that holds the name is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Pictures in a folder that only the owner of the process may enter, a folder a picture. Made under
 * another name and renamed into place: there are no half-stored pictures.
 */
export function folderStorage(root: string): PictureStorage {
  const place = (id: string) => join(root, checked(id));
  const draft = (id: string) => join(root, `.draft-${checked(id)}`);
  return {
    async put(id, files) {
      await mkdir(draft(id), { recursive: true, mode: 0o700 });
      for (const { name, body } of files) {
        await writeFile(join(draft(id), checked(name)), body, { mode: 0o600, flush: true });
      }
      await flushFolder(draft(id));
      await rename(draft(id), place(id));
      await flushFolder(root);
    },

    async get(id, name) {
      try {
        return await readFile(join(place(id), checked(name)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async remove(id) {
      for (const folder of [place(id), draft(id)]) {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The storage that the settings name: an S3-compatible store, or the data folder. */
export function pictureStorage(environment: Environment): PictureStorage {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  if (S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return s3Storage({
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
  }
  return folderStorage(join(environment.DATA_DIR, 'pictures'));
}
