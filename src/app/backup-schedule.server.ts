import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../db/database.server';
import { acquireLease } from '../db/lease.server';
import { readSiteState, writeSiteState } from '../db/site-state.server';
import type { Environment } from '../foundation/settings/environment.server';
import type { Api } from '../http/api.server';
import { getTimeAgo, HOUR, MINUTE } from '../lib/time';

/** The row that says when the last backup was complete. */
const writtenKey = 'backup_written_at';

/** Rarely, because each check wakes a database that sleeps. */
const checkIntervalMs = HOUR;

/** Subtracted from intervals, because a check that comes a moment too early would skip an hour. */
const toleranceMs = 10 * MINUTE;

/** Time until a backup that failed, or whose process died, is tried again. */
const retryMs = HOUR - toleranceMs;

/** Reads when the last scheduled backup was complete, as Unix time; 0 if there is none. */
export async function readLastBackupTime(db: Database): Promise<number> {
  const writtenAt = await readSiteState(db, writtenKey);
  return writtenAt === undefined ? 0 : Date.parse(writtenAt);
}

/** Claims the next backup for this process. @returns false when it is not due yet */
async function claimBackup(db: Database, intervalMs: number): Promise<boolean> {
  const age = Date.now() - (await readLastBackupTime(db));
  // A backup from far in the future was written while the clock was wrong.
  if (Math.abs(age) < intervalMs) return false;
  // Never released: it expires when the backup may be tried again.
  return (await acquireLease(db, 'backup_lease', retryMs)) !== undefined;
}

/**
 * Writes a backup into `BACKUP_DIR` every `BACKUP_HOURS`, by one of the processes that share the
 * database. In a process of its own, because it would hold up requests.
 * @param entry the built script of the operator's commands
 */
export function startBackupSchedule(
  app: Api,
  { db, environment, entry }: { db: Database; environment: Environment; entry: string },
): void {
  const { BACKUP_DIR: folder, BACKUP_HOURS, BACKUP_KEEP } = environment;
  if (folder === undefined) return;
  const intervalMs = BACKUP_HOURS * HOUR - toleranceMs;

  async function runWhenDue(): Promise<void> {
    try {
      if (!(await claimBackup(db, intervalMs))) return;
      const args = [entry, 'backup', '--into', folder ?? '', '--keep', String(BACKUP_KEEP)];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      await writeSiteState(db, writtenKey, getTimeAgo(0));
      app.log.info({ result: stdout.split('\n', 1)[0] }, 'a backup was written');
    } catch (error) {
      app.log.error({ err: error }, 'a backup failed');
    }
  }

  setInterval(runWhenDue, checkIntervalMs).unref();
  void runWhenDue();
}
