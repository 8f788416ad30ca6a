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

/** Windows has no such modes. */
const hasModes = process.platform !== 'win32';

const isExposed = (path: string) => (statSync(path).mode & 0o077) !== 0;

/** Gzip's first two bytes: a backup may have any name. */
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

/** Whether an entry of the data folder is the site's own, and not something that its owner keeps there. */
function isSiteFile(path: string, name: string): boolean {
  return siteFilePattern.test(name) || (lstatSync(path).isFile() && isGzip(path));
}

/** What is in a folder; nothing in a file, in what is gone meanwhile, and in another user's folder. */
function listEntries(path: string): Dirent[] {
  try {
    return statSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true }) : [];
  } catch {
    return [];
  }
}

/** A path, and everything in it if it is a folder: the contents first. Symbolic links inside are left out. */
function* walk(path: string): Generator<string> {
  for (const entry of listEntries(path)) {
    if (entry.isFile() || entry.isDirectory()) yield* walk(join(path, entry.name));
  }
  yield path;
}

/**
 * Lists the site's own files and folders in the data folder that other users of the machine can read. A
 * closed folder is not looked into: nobody gets past it, and pictures may be tens of thousands.
 */
export function listExposedFiles(dataDir: string): string[] {
  if (!hasModes) return [];
  return readdirSync(dataDir)
    .map((name) => ({ name, path: join(dataDir, name) }))
    .filter(({ name, path }) => {
      try {
        return isExposed(path) && isSiteFile(path, name);
      } catch {
        // Gone meanwhile, or of a user whose files we may not read.
        return false;
      }
    })
    .map(({ path }) => path);
}

/**
 * Takes from other users of the machine what an earlier release, or a copy without its modes, has left
 * open. What belongs to another user can't be changed and stays: `doctor` lists it.
 */
export function restrictExposedFiles(dataDir: string): void {
  for (const exposedPath of listExposedFiles(dataDir)) {
    for (const path of walk(exposedPath)) {
      try {
        chmodSync(path, statSync(path).mode & 0o700);
      } catch {
        // Another user's, or gone meanwhile.
      }
    }
  }
}
