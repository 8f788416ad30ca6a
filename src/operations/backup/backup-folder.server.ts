import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-file.server';

/** A backup's name has the time of its start, in UTC. */
const namePattern = /^crewbridge-\d{8}T\d{6}Z\.backup$/;

/** Returns the path of a new backup in the folder, which it creates. @throws BackupError */
export function createBackupPath(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${folder} can't be used for backups: ${reason}`, { cause: error });
  }
  const timestamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return join(folder, `crewbridge-${timestamp}.backup`);
}

/** Deletes all but the newest backups, by their names. @returns the names of the deleted ones */
export function deleteOldBackups(folder: string, keepCount: number): string[] {
  const names = readdirSync(folder).filter((name) => namePattern.test(name));
  const old = names.toSorted().slice(0, Math.max(0, names.length - keepCount));
  for (const name of old) rmSync(join(folder, name));
  return old;
}
