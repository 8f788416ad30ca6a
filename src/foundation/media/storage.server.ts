import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../../lib/errors';
import type { PictureFile } from './picture-renderer.server';

/** Stores the files of pictures. All files of a picture are stored and removed together. */
export interface PictureStorage {
  /** Stores all files of a picture. After a failure, `remove` deletes what was stored. */
  put(id: string, files: readonly PictureFile[]): Promise<void>;
  /** @returns null when it does not exist */
  get(id: string, name: string): Promise<Buffer | null>;
  /** Removes all files of a picture, including those of an interrupted `put`. */
  remove(id: string): Promise<void>;
  /** @throws when the storage can't be reached */
  check(): Promise<void>;
}

const isNotFound = (error: unknown) => getErrorCode(error) === 'ENOENT';

/** Rejects a path segment that could name another folder. A safeguard: they are generated here. */
function checkPathPart(part: string): string {
  if (!/^[\w-]+(\.\w+)?$/.test(part)) throw new Error(`Not a name of a picture: ${part}`);
  return part;
}

/** Syncs a folder to disk, which makes a rename in it durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Stores pictures in a folder that only the process's user can read, with one folder per picture. A
 * picture is written under a temporary name and renamed, so that it is never stored partially.
 */
export function createFolderStorage(root: string): PictureStorage {
  const getFinalPath = (id: string) => join(root, checkPathPart(id));
  const getDraftPath = (id: string) => join(root, `.draft-${checkPathPart(id)}`);
  return {
    async put(id, files) {
      await mkdir(getDraftPath(id), { recursive: true, mode: 0o700 });
      for (const { name, body } of files) {
        await writeFile(join(getDraftPath(id), checkPathPart(name)), body, {
          mode: 0o600,
          flush: true,
        });
      }
      await syncFolder(getDraftPath(id));
      await rename(getDraftPath(id), getFinalPath(id));
      await syncFolder(root);
    },

    async get(id, name) {
      try {
        return await readFile(join(getFinalPath(id), checkPathPart(name)));
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },

    async remove(id) {
      for (const folder of [getFinalPath(id), getDraftPath(id)]) {
        await rm(folder, { recursive: true, force: true });
      }
    },

    // The folder is created by the first picture. Its disk is checked with the data folder's.
    async check() {},
  };
}
