import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../../lib/get-error-code';
import type { PictureFile } from './picture-renderer.server';

/** Where the files of pictures lie. Each picture is a set of files that come and go together. */
export interface PictureStorage {
  /** Stores all files of a picture. What is left of a failed one is for `remove`. */
  put(id: string, files: readonly PictureFile[]): Promise<void>;
  /** @returns null when it is not there */
  get(id: string, name: string): Promise<Buffer | null>;
  /** Removes what there is of a picture, half-stored ones included. */
  remove(id: string): Promise<void>;
}

const isNotFound = (error: unknown) => getErrorCode(error) === 'ENOENT';

/** Ids and names come from us; should one ever come from elsewhere, it names no other folder. */
function checkPathPart(part: string): string {
  if (!/^[\w-]+(\.\w+)?$/.test(part)) throw new Error(`Not a name of a picture: ${part}`);
  return part;
}

/** Renaming is on the disk once the folder that holds the name is. */
async function syncFolder(path: string): Promise<void> {
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
  };
}
