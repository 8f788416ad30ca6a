import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../../db/database.server';
import { acquireLease } from '../../db/locks.server';
import { readSiteState, writeSiteState } from '../../db/site-state.server';
import type { Environment } from '../../foundation/environment/environment.server';
import type { Api } from '../../http/api.server';
import { startJob } from '../../lib/start-job.server';
import { getTimeAgo, HOUR, MINUTE } from '../../lib/time/durations';

/** The row that says when the last backup was complete. */
const writtenKey = 'backup_written_at';

/** The row that a backup leaves when it begins, and when it fails. */
const leaseKey = 'backup_lease';

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

/** Returns whether the last scheduled backup that began is still running, or has failed. */
export const isBackupUnfinished = async (db: Database): Promise<boolean> =>
  Boolean(await readSiteState(db, leaseKey));

/**
 * Runs the operator's command in a process of its own, because a backup would hold up requests.
 * @param entry the built script of the operator's commands
 * @param signal ends the process, which removes its unfinished file
 * @returns the first line of its output
 */
async function runCommand(
  entry: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const running = promisify(execFile)(process.execPath, [entry, ...args]);
  // Not the signal of `execFile`, with which it would not wait until the process has ended.
  const stop = () => running.child.kill();
  signal.addEventListener('abort', stop);
  try {
    return (await running).stdout.split('\n', 1)[0];
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Writes a backup into `BACKUP_DIR` every `BACKUP_HOURS`, by one of the processes that share the
 * database, from when the server listens until it closes. Call it before the server listens.
 * @param entry the built script of the operator's commands
 */
export function startBackupSchedule(
  app: Api,
  { db, environment, entry }: { db: Database; environment: Environment; entry: string },
): void {
  const { BACKUP_DIR: folder, BACKUP_HOURS, BACKUP_KEEP } = environment;
  if (folder === undefined) return;
  const args = ['backup', '--into', folder, '--keep', String(BACKUP_KEEP)];
  const intervalMs = BACKUP_HOURS * HOUR - toleranceMs;

  async function runWhenDue(signal: AbortSignal): Promise<void> {
    const ageMs = Date.now() - (await readLastBackupTime(db));
    // One from the future was dated by a clock that was ahead: its age is unknown.
    if (ageMs > -toleranceMs && ageMs < intervalMs) return;
    const release = await acquireLease(db, leaseKey, retryMs);
    if (!release) return;
    try {
      const result = await runCommand(entry, args, signal);
      await writeSiteState(db, writtenKey, getTimeAgo(0));
      app.log.info({ result }, 'a backup was written');
    } catch (error) {
      // After an error the lease is not released: it expires when the backup may be tried again. A
      // signal to the whole process group ends the command before the server closes.
      if (!signal.aborted && !app.isStopping()) throw error;
      await release();
      app.log.info('a backup was stopped, and begins again with the next start');
    }
  }

  let stop = async (): Promise<void> => {};
  app.addHook('onListen', async () => {
    stop = startJob(runWhenDue, {
      intervalMs: checkIntervalMs,
      firstRunMs: 0,
      onError: (error) => app.log.error({ err: error }, 'a backup failed'),
    });
  });
  app.addHook('onClose', () => stop());
}
