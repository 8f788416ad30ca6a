import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/settings/environment.server';
import type { Api } from '../http/api.server';
import { getTimeAgo, HOUR, MINUTE } from '../lib/time';

/** The row that says when the last backup began. */
const stateKey = 'backup_started_at';
/** The row that says when the last backup was complete. */
const writtenKey = 'backup_written_at';

/** Rarely, because each check wakes a database that sleeps. */
const checkIntervalMs = HOUR;

/** Subtracted from intervals, because a check that comes a moment too early would skip an hour. */
const toleranceMs = 10 * MINUTE;

/** Time until a backup that failed, or whose process died, is tried again. */
const retryMs = HOUR - toleranceMs;

/** Claims the next backup for this process. @returns false when it is not due yet */
async function claimBackup(db: Database, intervalMs: number): Promise<boolean> {
  const value = getTimeAgo(0);
  const claimed = await db
    .insertInto('siteState')
    .values({ key: stateKey, value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where((eb) =>
          eb.or([
            eb('siteState.value', '<', getTimeAgo(intervalMs)),
            // Begun by a clock that was wrong: the next one would be due after that time.
            eb('siteState.value', '>', getTimeAgo(-intervalMs)),
            eb.and([
              eb('siteState.value', '<', getTimeAgo(retryMs)),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('siteState as written')
                    .select('written.key')
                    .where('written.key', '=', writtenKey)
                    .whereRef('written.value', '>=', 'siteState.value'),
                ),
              ),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function recordBackup(db: Database): Promise<void> {
  const value = getTimeAgo(0);
  await db
    .insertInto('siteState')
    .values({ key: writtenKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Reads when the last scheduled backup was complete, as Unix time; 0 if there is none. */
export async function readLastBackupTime(db: Database): Promise<number> {
  const row = await db
    .selectFrom('siteState')
    .select('value')
    .where('key', '=', writtenKey)
    .executeTakeFirst();
  return row ? Date.parse(row.value) : 0;
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
      await recordBackup(db);
      app.log.info({ result: stdout.split('\n', 1)[0] }, 'a backup was written');
    } catch (error) {
      app.log.error({ err: error }, 'a backup failed');
    }
  }

  setInterval(runWhenDue, checkIntervalMs).unref();
  void runWhenDue();
}
