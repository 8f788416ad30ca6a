import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  countRows,
  type Database,
  mayHaveDatabase,
  openDatabase,
  openReplica,
  toDirectSettings,
  withDatabase,
} from '../../db/database.server';
import { describeConnectionError, explainDatabaseError } from '../../db/errors.server';
import { requireCompatible } from '../../db/migrate.server';
import { readMigrationState } from '../../db/migration-state.server';
import { listDatabaseHosts } from '../../db/postgres/postgres-hosts.server';
import {
  describeTlsRisk,
  PlaintextError,
  readPostgresTls,
} from '../../db/postgres/postgres-tls.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { listExposedFiles } from '../../foundation/environment/file-permissions.server';
import '../../foundation/outbox/store.server';
import { DAY, getTimeAgo, HOUR } from '../../lib/time/durations';
import { isBackupUnfinished, readLastBackupTime } from '../backup/schedule.server';
import { type CheckContext, type Finding, formatReason, report, reportIf } from './check.server';
import { checkSecrets, checkSettings } from './startup-checks.server';

type Context = Pick<CheckContext, 'environment'>;

/** Free disk space in bytes. With less, a busy week may fill the disk. */
const minFreeBytes = 500 * 1024 * 1024;

/** Writes a temporary file. */
function tryWrite(folder: string): Finding {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    writeFileSync(probe, 'x', { mode: 0o600 });
    return report.ok(`${folder} can be written to`);
  } catch (error) {
    return report.broken(`${folder} can't be written to: ${formatReason(error)}`);
  } finally {
    if (existsSync(probe)) rmSync(probe);
  }
}

/** Examines whether the data folder exists, is private and writable, and has enough free space. */
export async function examineFolder({ environment }: Context): Promise<Finding[]> {
  const { DATA_DIR } = environment;
  if (!existsSync(DATA_DIR))
    return [report.note(`${DATA_DIR} does not exist yet: the first start creates it.`)];
  // Windows has no POSIX file modes.
  const isReadableByOthers =
    process.platform !== 'win32' && (statSync(DATA_DIR).mode & 0o077) !== 0;
  const { bavail, bsize } = statfsSync(DATA_DIR);
  const freeBytes = bavail * bsize;
  return [
    tryWrite(DATA_DIR),
    ...reportIf(
      isReadableByOthers,
      report.unsafe(
        `${DATA_DIR} can be read by other users of this machine: chmod 700 ${DATA_DIR}`,
      ),
    ),
    ...listExposedFiles(DATA_DIR).map((path) =>
      report.unsafe(`${path} can be read by other users of this machine: chmod -R go= ${path}`),
    ),
    ...reportIf(
      freeBytes < minFreeBytes,
      report.unsafe(`Only ${Math.round(freeBytes / 1024 ** 2)} MB are free for ${DATA_DIR}.`),
    ),
  ];
}

/** Examines whether scheduled backups can be written, and whether they still are. */
export async function examineBackups({
  environment: { BACKUP_DIR, BACKUP_HOURS },
  db,
}: Pick<CheckContext, 'environment' | 'db'>): Promise<Finding[]> {
  if (BACKUP_DIR === undefined) return [];
  const folder = existsSync(BACKUP_DIR)
    ? tryWrite(BACKUP_DIR)
    : report.note(`${BACKUP_DIR} does not exist yet: the first backup creates it.`);
  const writtenAt = db ? await readLastBackupTime(db) : 0;
  if (writtenAt === 0)
    return [
      folder,
      db && (await isBackupUnfinished(db))
        ? report.broken(
            'No scheduled backup was completed yet, though one has begun. If it has ended, “a backup failed” in the site’s log says why.',
          )
        : report.note('No scheduled backup was written yet: the site does it while it runs.'),
    ];
  const hours = Math.floor((Date.now() - writtenAt) / HOUR);
  return [
    folder,
    hours < 2 * BACKUP_HOURS
      ? report.ok(`The last scheduled backup was written at ${new Date(writtenAt).toISOString()}`)
      : report.broken(
          `The last scheduled backup is ${hours} hours old. If the site runs, “a backup failed” in its log says why.`,
        ),
  ];
}

async function examineContent(db: Database, environment: Environment): Promise<Finding[]> {
  const state = await readMigrationState(db);
  requireCompatible(state);
  if (state.appliedNames.length === 0)
    return [report.note('The database is empty: the first start fills it.')];
  const pending = state.pending.length;
  if (pending > 0)
    return [
      report.note(
        `The database has ${pending} pending migrations: the next start applies them, or npm run migrate.`,
      ),
    ];
  const confirmed = await countRows(
    db.selectFrom('secondFactors').where('confirmedAt', 'is not', null),
  );
  const failed = await countRows(
    db
      .selectFrom('outbox')
      .where('status', '=', 'failed')
      .where('createdAt', '>', getTimeAgo(7 * DAY)),
  );
  const unreadable = await checkSecrets({ db, environment }, { reencrypt: false });
  return [
    ...unreadable.map(report.broken),
    ...(await checkSettings(db)).map(report.broken),
    ...reportIf(
      environment.DATABASE_URL && !environment.SECRET_KEY,
      report.note(
        'SECRET_KEY is not set: anyone who can read the database can read the second factor’s secret, and the passwords and keys under Settings.',
      ),
    ),
    confirmed > 0
      ? report.ok('The second factor is on')
      : report.note('The second factor is off: turn it on in the admin area, under Security.'),
    ...reportIf(
      failed > 0,
      report.broken(`${failed} deliveries of the last week failed for good.`),
    ),
  ];
}

/** Examines how the connection to a host of PostgreSQL is protected. */
function examineTls(
  { setting, url }: ReturnType<typeof listDatabaseHosts>[number],
  environment: Environment,
): Finding[] {
  try {
    const tls = readPostgresTls(url, environment, setting);
    const risk = describeTlsRisk(tls, setting);
    if (risk) return [report.unsafe(risk)];
    if (tls.protection !== 'verified') return [];
    const mode = new URL(url).searchParams.get('sslmode');
    return mode === 'require' || mode === 'prefer' || mode === 'verify-ca'
      ? [
          report.note(
            `${setting}: sslmode=${mode} verifies the certificate of ${tls.host}, as verify-full does. Write sslmode=verify-full.`,
          ),
        ]
      : [report.ok(`The certificate of ${tls.host} is verified`)];
  } catch (error) {
    if (error instanceof PlaintextError) return [report.unsafe(error.message)];
    throw error;
  }
}

/** Examines whether the replica can be read. */
async function examineReplica(environment: Environment): Promise<Finding[]> {
  const replica = await openReplica(environment);
  if (!replica) return [];
  try {
    await sql`select 1`.execute(replica);
    return [report.ok('The replica responds')];
  } catch (error) {
    return [report.broken(`The replica can't be read: ${describeConnectionError(error)}`)];
  } finally {
    await replica.destroy();
  }
}

/** Examines whether the database can be reached, is sound, up to date and protected. */
export async function examineDatabase({ environment }: Context): Promise<Finding[]> {
  if (!mayHaveDatabase(environment)) return [];
  const { DATABASE_URL } = environment;
  const name = DATABASE_URL ? 'PostgreSQL' : 'The SQLite database';
  const findings = listDatabaseHosts(environment).flatMap((host) => examineTls(host, environment));
  findings.push(...(await examineReplica(environment)));
  let db: Database | undefined;
  try {
    db = await openDatabase(environment);
    await sql`select 1`.execute(db);
    findings.push(report.ok(`${name} responds`), ...(await examineContent(db, environment)));
  } catch (error) {
    const explained = DATABASE_URL && explainDatabaseError(error, DATABASE_URL);
    findings.push(
      report.broken(`${name} can't be used: ${explained || describeConnectionError(error)}`),
    );
  } finally {
    await db?.destroy();
  }
  return findings;
}

/** Examines whether the address for migrations, backups and restores can be used. */
export async function examineMigrationAddress({ environment }: Context): Promise<Finding[]> {
  const { MIGRATION_DATABASE_URL: url } = environment;
  if (!url) return [];
  const setting = 'MIGRATION_DATABASE_URL';
  try {
    await withDatabase(toDirectSettings(environment), (db) => sql`select 1`.execute(db));
    return [report.ok(`${setting} responds`)];
  } catch (error) {
    const explained = explainDatabaseError(error, url, setting);
    return [
      report.broken(explained ?? `${setting} can't be used: ${describeConnectionError(error)}`),
    ];
  }
}
