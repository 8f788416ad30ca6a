import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR } from '../../lib/time/durations';

/** The start of the folder's name for the files of a restore, inside the data folder. */
export const restoringPrefix = '.restoring-';

/** The start of the folder's name for a backup that is verified, in the system's folder. */
export const verifyingPrefix = 'crewbridge-verify-';

/** The name of a backup that is being written. */
export const partFilePattern = /\.[0-9a-f-]{36}\.part$/;

const lockName = 'lock';

/**
 * Age from which what has no lock is a leftover: a backup that is being written changes all the
 * time, and a restore of a release without the lock takes minutes.
 */
const leftoverAgeMs = HOUR;

/**
 * Takes the lock of a work folder, which the operating system releases when the process ends.
 * @returns a function that releases it; undefined when another process has it
 */
async function lockFolder(folder: string): Promise<(() => void) | undefined> {
  // Loaded only here: a server on PostgreSQL doesn't need it.
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch {
    lock.close();
    return undefined;
  }
}

/**
 * Creates a folder for unfinished work with personal data. As long as this process lives, others see
 * that the folder is in use.
 */
export async function createWorkFolder(parent: string, prefix: string) {
  const folder = join(parent, `${prefix}${randomUUID()}`);
  const path = join(folder, 'site');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  return {
    path,
    remove() {
      unlock?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes a file or folder, unless a process works on it. Others' in the system's folder stay. */
async function removeLeftover(path: string): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || (process.getuid && stats.uid !== process.getuid())) return;
  if (existsSync(join(path, lockName))) {
    const unlock = await lockFolder(path);
    if (!unlock) return;
    unlock();
  } else if (Date.now() - stats.mtimeMs < leftoverAgeMs) return;
  rmSync(path, { recursive: true, force: true });
}

/** Lists what a folder has under matching names; nothing if it can't be read. */
function find(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Removes what restores, backups and their verification have left when their process was killed:
 * copies of the site's data. Leaves those of running processes.
 * @param warn gets a line for each that can't be removed
 */
export async function removeLeftovers(
  { DATA_DIR, BACKUP_DIR = DATA_DIR }: { DATA_DIR: string; BACKUP_DIR?: string | undefined },
  warn: (line: string) => void,
): Promise<void> {
  const backupFolders = [DATA_DIR, BACKUP_DIR, ...find(DATA_DIR, /^before-restore-/)];
  const found = [
    ...find(DATA_DIR, /^\.restoring-/),
    ...find(tmpdir(), /^crewbridge-verify-/),
    ...backupFolders.flatMap((folder) => find(folder, partFilePattern)),
  ];
  for (const path of found) {
    try {
      await removeLeftover(path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : path;
      warn(`What a stopped restore or backup has left could not be removed: ${reason}`);
    }
  }
}
