import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import {
  type Database,
  type DatabaseSettings,
  type DatabaseTransaction,
  openDatabase,
} from '../../db/database.server';
import { sqlState } from '../../db/errors.server';
import { lockMigrations } from '../../db/migrate.server';
import {
  findRelationNames,
  migrationLockTable,
  readMigrationState,
} from '../../db/migration-state.server';
import { listDatabaseUrls, setUrlParameter } from '../../db/postgres-hosts.server';
import { getErrorCode } from '../../lib/errors';
import { BackupError } from './backup-file.server';
import { writeSiteBackup } from './create-backup.server';
import { listTablesInOrder } from './raw-tables.server';
import { readAccess, type SiteAccess } from './site-access.server';

/** The file name of the backup of the replaced database. */
export const replacedDatabaseFile = 'database.backup';

/** The `application_name` of a restore's connections. Servers have another one. */
const restoreApplicationName = 'crewbridge-restore';

/** Opens the database under an `application_name` that no server has. */
export function openForRestore(
  settings: DatabaseSettings & { DATABASE_URL: string },
): Promise<Database> {
  const url = setUrlParameter(settings.DATABASE_URL, 'application_name', restoreApplicationName);
  return openDatabase({ ...settings, DATABASE_URL: url });
}

const createInUseError = (reason: string) =>
  new BackupError(
    `The database is in use: ${reason}. Stop every server that runs on it, then restore.`,
  );

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
  throw createInUseError(
    `${connections} open (a pooler keeps some for minutes after a server has stopped)`,
  );
}

/** Drops the site's tables, unless objects of other applications depend on them. */
async function dropTables(
  transaction: DatabaseTransaction,
  tables: RawBuilder<unknown>,
): Promise<void> {
  try {
    await sql`drop table ${tables} restrict`.execute(transaction);
  } catch (error) {
    const isDependency =
      error instanceof pg.DatabaseError && error.code === sqlState.dependentObjectsExist;
    if (!isDependency) throw error;
    throw new BackupError(
      `Nothing was restored: objects of other applications depend on the site's tables.\n${error.detail ?? error.message}`,
    );
  }
}

interface ClearOptions {
  /** The database URLs that servers may use: each may set another `application_name`. */
  serverUrls: readonly string[];
  /** The data folder, and the folder for what the restore replaces. */
  folder: string;
  replacedFolder: string;
  /** The error to throw when the site already has a database here. */
  notEmptyError: BackupError | undefined;
}

/**
 * Drops the site's own tables, after a backup of them and of the data folder into `replacedFolder`.
 * @returns the credentials of the replaced site; undefined when there was none
 * @throws BackupError when the database is in use, or other applications' objects depend on it
 */
export async function clearPostgres(
  transaction: DatabaseTransaction,
  { serverUrls, folder, replacedFolder, notEmptyError }: ClearOptions,
): Promise<SiteAccess | undefined> {
  await lockMigrations(transaction);
  const state = await readMigrationState(transaction);
  if (state.appliedNames.length > 0 && notEmptyError) throw notEmptyError;
  if (!state.hasTable) {
    await requireNoConnections(transaction, serverUrls);
    return undefined;
  }

  const { schema } = state;
  const names = await findRelationNames(transaction, schema);
  const ownTables = (await listTablesInOrder(transaction, state)).map(({ name }) => name);
  if (names.has(migrationLockTable)) ownTables.push(migrationLockTable);
  const tables = sql.join(ownTables.map((name) => sql.table(schema ? `${schema}.${name}` : name)));
  try {
    await sql`lock table ${tables} in access exclusive mode`.execute(transaction);
  } catch (error) {
    if (getErrorCode(error) !== sqlState.lockNotAvailable) throw error;
    throw createInUseError('another session works on it');
  }
  // After taking the locks: a server that connects from now on waits for them before it reads
  // anything.
  await requireNoConnections(transaction, serverUrls);
  const replacedAccess = await readAccess(transaction, state);
  if (state.appliedNames.length > 0) {
    mkdirSync(replacedFolder, { recursive: true, mode: 0o700 });
    await writeSiteBackup(transaction, state, {
      folder,
      path: join(replacedFolder, replacedDatabaseFile),
    });
  }
  await dropTables(transaction, tables);
  return replacedAccess;
}
