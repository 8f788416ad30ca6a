import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR } from '../../lib/time';

/** The start of the folder's name for the files of a restore, inside the data folder. */
export const restoringPrefix = '.restoring-';

/** The start of the folder's name for a backup that is verified, in the system's folder. */
export const verifyingPrefix = 'crewbridge-verify-';

/** The name of a backup that is being written. */
export const partFilePattern = /\.[0-9a-f-]{36}\.part$/;

/** The start of the folder's name for what a restore has replaced. */
const replacedPrefix = 'before-restore-';

const lockName = 'lock';

/**
 * Age from which what has no lock is a leftover: a backup that is being written changes all the
 * time, and a restore of a release without the lock takes minutes.
 */
const leftoverAgeMs = HOUR;

interface WorkFolder {
  /** The folder to work in. */
  path: string;
  remove: () => void;
}

/**
 * Creates a folder for unfinished work with personal data. As long as this process lives, others see
 * that the folder is in use: the operating system releases the lock of a process that was killed.
 */
export async function createWorkFolder(parent: string, prefix: string): Promise<WorkFolder> {
  const folder = join(parent, `${prefix}${randomUUID()}`);
  const path = join(folder, 'site');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(join(folder, lockName));
  lock.exec('begin exclusive');
  return {
    path,
    remove() {
      lock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isOld = (path: string): boolean => Date.now() - lstatSync(path).mtimeMs > leftoverAgeMs;

/** Returns whether a process is using a work folder. */
async function isInUse(folder: string): Promise<boolean> {
  const file = join(folder, lockName);
  if (!existsSync(file)) return !isOld(folder);
  // Loaded only here: a server on PostgreSQL doesn't need it.
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}

/** Lists the names in a folder; none if it can't be read. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes a file or folder, unless a process works on it. Others' in the system's folder stay. */
async function removeLeftover(path: string): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || (process.getuid && stats.uid !== process.getuid())) return;
  const isNeeded = stats.isDirectory() ? await isInUse(path) : !isOld(path);
  if (!isNeeded) rmSync(path, { recursive: true, force: true });
}

/**
 * Removes what restores, backups and their verification have left when their process was killed:
 * copies of the site's data. Leaves those of running processes.
 * @param warn gets one line when something can't be removed
 */
export async function removeLeftovers(
  { DATA_DIR, BACKUP_DIR }: { DATA_DIR: string; BACKUP_DIR?: string | undefined },
  warn: (line: string) => void,
): Promise<void> {
  const replaced = listNames(DATA_DIR).filter((name) => name.startsWith(replacedPrefix));
  const backupFolders = [DATA_DIR, ...replaced.map((name) => join(DATA_DIR, name))];
  if (BACKUP_DIR !== undefined && BACKUP_DIR !== DATA_DIR) backupFolders.push(BACKUP_DIR);
  const find = (folder: string, isLeftover: (name: string) => boolean) =>
    listNames(folder)
      .filter(isLeftover)
      .map((name) => join(folder, name));
  const found = [
    ...find(DATA_DIR, (name) => name.startsWith(restoringPrefix)),
    ...find(tmpdir(), (name) => name.startsWith(verifyingPrefix)),
    ...backupFolders.flatMap((folder) => find(folder, (name) => partFilePattern.test(name))),
  ];
  const failures: string[] = [];
  for (const path of found) {
    try {
      await removeLeftover(path);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : path);
    }
  }
  const [first] = failures;
  if (first !== undefined)
    warn(`What a stopped restore or backup has left could not be removed: ${first}`);
}
