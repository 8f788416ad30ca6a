import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { getErrorCode } from '../lib/errors';
import type { Database, DatabaseTransaction } from './database.server';
import { isPostgres } from './database.server';
import { sqlState } from './errors.server';
import {
  buildNoteKey,
  findRelationNames,
  MigrationError,
  type MigrationState,
  migrationLockTable,
  migrations,
  migrationTable,
  readMigrationState,
  type SchemaMigration,
  serializeNote,
} from './migration-state.server';
import { maxConflictAttempts } from './transaction-retry.server';

/** How long a migration waits for a table lock. Other queries queue behind it, so not for long. */
const lockTimeoutMs = 2_000;

/** Delay between two attempts. Random, so that two processes do not retry in step. */
const retryDelayMs = { min: 500, max: 2_000 } as const;

const maxAttempts = 40;

/** Returns whether a migration failed because of other work on the database. */
function isRetryable(error: unknown): boolean {
  const code = getErrorCode(error);
  return (
    code === sqlState.lockNotAvailable ||
    code in maxConflictAttempts ||
    code.startsWith('SQLITE_BUSY')
  );
}

/** The lock of all releases, and of Kysely's migrator in the first ones. */
const advisoryLockId = sql.lit('3853314791062309107');

/**
 * Lifts PostgreSQL's timeouts for a transaction that runs long, even between its statements, while
 * files are read or written.
 */
export async function liftTimeouts(transaction: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  // Not `set local`, which fails for `transaction_timeout` before PostgreSQL 17.
  await sql`select set_config(name, '0', true) from pg_catalog.pg_settings
    where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(
    transaction,
  );
}

/**
 * Prepares a transaction that changes the schema, and keeps other processes from doing the same
 * until it ends. The lock belongs to the transaction, so it also works through a transaction pooler
 * and ends with a process that dies. On SQLite the transaction locks the file.
 * @param onWait called when another process holds the lock
 */
export async function lockMigrations(
  transaction: DatabaseTransaction,
  onWait?: () => void,
): Promise<void> {
  if (!isPostgres(transaction)) return;
  // After the wait, the transaction must see what the other process has just committed.
  await sql`set transaction isolation level read committed`.execute(transaction);
  await liftTimeouts(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLockId}::bigint) as locked`.execute(transaction);
  if (!rows[0]?.locked) {
    onWait?.();
    await sql`select pg_advisory_xact_lock(${advisoryLockId}::bigint)`.execute(transaction);
  }
  await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(transaction);
}

/** Refuses a database of an incompatible newer release. @throws MigrationError */
export function requireCompatible({ unknownNames, compatibleNames }: MigrationState): void {
  const incompatible = unknownNames.filter((name) => !compatibleNames.includes(name));
  if (incompatible.length === 0) return;
  throw new MigrationError(
    `The database was migrated by a newer release that this one can't work with (${incompatible.join(', ')}). Start that release, or restore a backup from before it.`,
  );
}

/** Refuses a schema where other tables have these names. @throws MigrationError */
export async function requireUnusedNames(
  transaction: DatabaseTransaction,
  schema: string | undefined,
  names: readonly string[],
): Promise<void> {
  const existingNames = await findRelationNames(transaction, schema);
  const takenNames = names.filter((name) => existingNames.has(name));
  if (takenNames.length === 0) return;
  throw new MigrationError(
    `Another application has tables of the same names (${takenNames.join(', ')}) in the ${schema ? `schema ${schema}` : 'database file'}. Give the site a database, or a schema, of its own: see docs/operations.md.`,
  );
}

/** Creates the migration tables as Kysely's migrator does. */
export async function createMigrationTables(transaction: DatabaseTransaction): Promise<void> {
  const { schema } = transaction.withoutPlugins();
  await schema
    .createTable(migrationTable)
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
  await schema
    .createTable(migrationLockTable)
    .addColumn('id', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`insert into ${sql.table(migrationLockTable)} (id, is_locked)
    values ('migration_lock', 0)`.execute(transaction);
}

async function applyMigration(
  transaction: DatabaseTransaction,
  name: string,
  migration: SchemaMigration,
): Promise<void> {
  await migration.up(transaction);
  const now = new Date().toISOString();
  await sql`insert into ${sql.table(migrationTable)} (name, timestamp)
    values (${name}, ${now})`.execute(transaction);
  await transaction
    .insertInto('siteState')
    .values({ key: buildNoteKey(name), value: serializeNote(migration) })
    .execute();
}

/** Applies the pending migrations, in order. @returns their names */
export async function applyPending(
  transaction: DatabaseTransaction,
  { pending }: MigrationState,
): Promise<string[]> {
  for (const [name, migration] of pending) await applyMigration(transaction, name, migration);
  return pending.map(([name]) => name);
}

/** Creates the migration tables in a new database, unless another application uses the names. */
async function prepareMigrationTables(
  transaction: DatabaseTransaction,
  state: MigrationState,
): Promise<void> {
  const createdTables = state.pending.flatMap(([, { tables = [] }]) => tables);
  const bookkeepingTables = state.hasTable ? [] : [migrationTable, migrationLockTable];
  await requireUnusedNames(transaction, state.schema, [...bookkeepingTables, ...createdTables]);
  if (!state.hasTable) await createMigrationTables(transaction);
}

const migrateOnce = (
  db: Database,
  knownMigrations: typeof migrations,
  onWait: () => void,
): Promise<string[]> =>
  db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction, onWait);
    // Read after the wait: another process may have applied them.
    const state = await readMigrationState(transaction, knownMigrations);
    requireCompatible(state);
    await prepareMigrationTables(transaction, state);
    return applyPending(transaction, state);
  });

interface MigrateOptions {
  /** The migrations to apply. */
  knownMigrations?: typeof migrations;
  /** Called once, with a log line, when a migration has to wait for other work. */
  report?: (line: string) => void;
}

/**
 * Applies all pending migrations in one transaction, in one process at a time: a second one that
 * starts meanwhile finds nothing to do. Waits only 2 s at a time for a table in use, for about two
 * minutes.
 * @returns the names of the applied migrations
 * @throws MigrationError when the database belongs to another application or an incompatible
 *   release
 */
export async function migrate(
  db: Database,
  { knownMigrations = migrations, report }: MigrateOptions = {},
): Promise<string[]> {
  const state = await readMigrationState(db, knownMigrations);
  requireCompatible(state);
  // A start with nothing to do takes no lock.
  if (state.pending.length === 0) return [];
  let isReported = false;
  const reportWait = () => {
    if (!isReported) report?.('A migration waits for other work on the database to end.');
    isReported = true;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(db, knownMigrations, reportWait);
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
      reportWait();
      await pause(retryDelayMs.min + Math.random() * (retryDelayMs.max - retryDelayMs.min));
    }
  }
}
