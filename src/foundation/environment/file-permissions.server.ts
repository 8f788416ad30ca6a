import {
  chmodSync,
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** Windows has no such file modes. */
const hasModes = process.platform !== 'win32';

const isExposed = (path: string) => (statSync(path).mode & 0o077) !== 0;

/** Gzip's magic number, which identifies a backup under any name. */
const gzipMagic = 0x1f8b;

function isGzip(path: string): boolean {
  const start = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    return readSync(file, start) === 2 && start.readUInt16BE() === gzipMagic;
  } finally {
    closeSync(file);
  }
}

const siteFilePattern =
  /^(crewbridge\.db(-wal|-shm|-journal)?|admin-password|secret-key|pictures|before-restore-.*)$/;

/** Returns whether an entry of the data folder was written by the site and not by its owner. */
function isSiteFile(path: string, name: string): boolean {
  return siteFilePattern.test(name) || (lstatSync(path).isFile() && isGzip(path));
}

/** Lists a folder; empty for a file, a missing folder, and another user's folder. */
function listEntries(path: string): Dirent[] {
  try {
    return statSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true }) : [];
  } catch {
    return [];
  }
}

/** Lists a path and everything in it, contents first, without symbolic links inside it. */
function* walk(path: string): Generator<string> {
  for (const entry of listEntries(path)) {
    if (entry.isFile() || entry.isDirectory()) yield* walk(join(path, entry.name));
  }
  yield path;
}

/**
 * Lists the site's files and folders in the data folder that other users of the machine can read.
 * Does not descend into a folder that is closed to other users, because its contents are closed to
 * them too, and there may be tens of thousands of pictures.
 */
export function listExposedFiles(dataDir: string): string[] {
  if (!hasModes) return [];
  return listEntries(dataDir)
    .map(({ name }) => ({ name, path: join(dataDir, name) }))
    .filter(({ name, path }) => {
      try {
        return isExposed(path) && isSiteFile(path, name);
      } catch {
        // Deleted meanwhile, or owned by a user whose files this process may not read.
        return false;
      }
    })
    .map(({ path }) => path);
}

/**
 * Removes other users' access to files that an earlier release, or a copy without file modes, has
 * left readable. Another user's files can't be changed; `doctor` lists them.
 */
export function restrictExposedFiles(dataDir: string): void {
  for (const exposedPath of listExposedFiles(dataDir)) {
    for (const path of walk(exposedPath)) {
      try {
        chmodSync(path, statSync(path).mode & 0o700);
      } catch {
        // Owned by another user, or deleted meanwhile.
      }
    }
  }
}
