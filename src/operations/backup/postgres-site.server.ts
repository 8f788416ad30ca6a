import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseTransaction } from '../../db/database.server';
import { sqlState } from '../../db/errors.server';
import { lockMigrations } from '../../db/migrate.server';
import { migrationLockTable, readMigrationState } from '../../db/migration-state.server';
import { listDatabaseUrls } from '../../db/postgres/postgres-hosts.server';
import { getErrorCode } from '../../lib/errors';
import { fail } from './backup-file.server';
import { writeSiteBackup } from './create-backup.server';
import { readAccess, type SiteAccess } from './site-access.server';
import { listTables } from './site-entries.server';

/** The file name of the backup of the replaced database. */
export const replacedDatabaseFile = 'database.backup';

/** The `application_name` of a restore's connections. Servers have another one. */
export const restoreApplicationName = 'crewbridge-restore';

const failInUse = (reason: string): never =>
  fail(`The database is in use: ${reason}. Stop every server that runs on it, then restore.`);

/**
 * Refuses while servers of the site are connected. Counts connections to other schemas as well,
 * because PostgreSQL does not show a connection's schema.
 */
async function requireNoConnections(
  transaction: DatabaseTransaction,
  serverUrls: readonly string[],
): Promise<void> {
  const names = serverUrls
    .flatMap(listDatabaseUrls)
    .map((url) => new URL(url).searchParams.get('application_name'));
  const serverNames = sql.join(['crewbridge', ...names.filter((name) => name !== null)]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_catalog.pg_stat_activity
    where datname = current_database() and application_name <> ${restoreApplicationName}
      and (application_name in (${serverNames}) or application_name like 'crewbridge%')`.execute(
    transaction,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const connections =
    count === 1 ? '1 connection of the site is' : `${count} connections of the site are`;
  failInUse(`${connections} open (a pooler keeps some for minutes after a server has stopped)`);
}

interface ClearOptions {
  /** The database URLs that servers may use: each may set another `application_name`. */
  serverUrls: readonly string[];
  /** The data folder, and the folder for what the restore replaces. */
  folder: string;
  replacedFolder: string;
  /** Encrypts the backup of what the restore replaces. */
  passphrase: string | undefined;
  /** Refuses to replace a database without `--force`. */
  requireReplaceable: (hasDatabase: boolean) => void;
}

/**
 * Drops the site's own tables, after a backup of them and of the data folder into `replacedFolder`.
 * @returns the credentials of the replaced site; undefined when there was none
 * @throws BackupError when the database is in use, or other applications' objects depend on it
 */
export async function clearPostgres(
  db: DatabaseTransaction,
  { serverUrls, folder, replacedFolder, passphrase, requireReplaceable }: ClearOptions,
): Promise<SiteAccess | undefined> {
  await lockMigrations(db);
  const state = await readMigrationState(db);
  requireReplaceable(state.appliedNames.length > 0);
  if (!state.hasTable) {
    await requireNoConnections(db, serverUrls);
    return undefined;
  }

  const { schema } = state;
  const names = await listTables(db, { schema, tables: [...state.tables, migrationLockTable] });
  const tables = sql.join(names.map((name) => sql.table(schema ? `${schema}.${name}` : name)));
  try {
    await sql`lock table ${tables} in access exclusive mode`.execute(db);
  } catch (error) {
    if (getErrorCode(error) === sqlState.lockNotAvailable) failInUse('another session works on it');
    throw error;
  }
  // After taking the locks: a server that connects from now on waits for them before it reads
  // anything.
  await requireNoConnections(db, serverUrls);
  const replacedAccess = await readAccess(db, state);
  if (state.appliedNames.length > 0) {
    mkdirSync(replacedFolder, { recursive: true, mode: 0o700 });
    const file = join(replacedFolder, replacedDatabaseFile);
    await writeSiteBackup({ db, state, folder }, file, { passphrase });
  }
  try {
    await sql`drop table ${tables} restrict`.execute(db);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === sqlState.dependentObjectsExist))
      throw error;
    fail(
      `Nothing was restored: objects of other applications depend on the site's tables.\n${error.detail ?? error.message}`,
    );
  }
  return replacedAccess;
}
