import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CamelCasePlugin,
  Kysely,
  type Logger,
  PostgresAdapter,
  PostgresDialect,
  type SelectQueryBuilder,
  type Transaction,
} from 'kysely';
import { getErrorCode } from '../lib/errors';
import { describeConnectionError, nameSqliteError, sqlState } from './errors.server';
import type { PoolCounts, PostgresSettings } from './postgres/postgres-pool.server';
import {
  blockingTimeoutMs,
  createSqliteDialect,
  isLocked,
  lockTimeoutMs,
} from './sqlite-dialect.server';

/**
 * The row types of the tables, by name. Each table is declared beside the code that owns it:
 * `declare module '…/db/database.server' { interface Tables { leads: LeadRow } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Returns whether a database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Pick<Database, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Opens the file with durable commits. Processes that switch to WAL at the same time must retry.
 */
async function openSqliteFile(file: string): Promise<DatabaseSync> {
  // Loaded here, because a server on PostgreSQL does without it.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { timeout: blockingTimeoutMs });
  const deadline = Date.now() + lockTimeoutMs;
  try {
    for (;;) {
      try {
        database.exec('pragma journal_mode = wal');
        break;
      } catch (error) {
        if (!isLocked(nameSqliteError(error)) || Date.now() > deadline) throw error;
        await pause(20);
      }
    }
    database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The database file is damaged or can't be opened. The message is for the operator. */
export class DatabaseFileError extends Error {}

/** Larger files are not checked at startup: it would take seconds. */
const maxQuickCheckBytes = 64 * 1024 * 1024;

/** Opens the file. @throws DatabaseFileError for a damaged one, which would hide a loss of data */
async function openVerifiedFile(file: string): Promise<DatabaseSync> {
  const createDamageError = () =>
    new DatabaseFileError(
      `The database ${file} is damaged. Restore a backup: npm run restore -- FILE --force`,
    );
  let database: DatabaseSync | undefined;
  try {
    database = await openSqliteFile(file);
    if (statSync(file).size <= maxQuickCheckBytes) {
      const row = database.prepare('pragma quick_check(1)').get();
      if (!Object.values(row ?? {}).includes('ok')) throw createDamageError();
    }
    return database;
  } catch (error) {
    database?.close();
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(getErrorCode(nameSqliteError(error))))
      throw createDamageError();
    if (error instanceof DatabaseFileError) throw error;
    const reason = describeConnectionError(error);
    throw new DatabaseFileError(`The database ${file} can't be opened: ${reason}`, {
      cause: error,
    });
  }
}

const poolCounts = new WeakMap<Database, () => PoolCounts>();

/** Returns the state of the connection pool; undefined on SQLite, which has none. */
export const getPoolCounts = (db: Database): PoolCounts | undefined => poolCounts.get(db)?.();

/** The environment variables that a database is opened with. */
export interface DatabaseSettings extends PostgresSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

/** The file name of the SQLite database in the data folder. */
export const databaseFileName = 'crewbridge.db';

/** Returns whether there may be a database to open. Opening a missing SQLite file would create it. */
export const mayHaveDatabase = ({ DATABASE_URL, DATA_DIR }: DatabaseSettings): boolean =>
  Boolean(DATABASE_URL) || existsSync(join(DATA_DIR, databaseFileName));

/** A statement that has ended. */
export interface TimedQuery {
  /** The statement, with placeholders instead of values. */
  sql: string;
  durationMs: number;
  hasFailed: boolean;
}

const maxReportedSqlLength = 1_000;

/** Creates Kysely's log function. */
const createQueryLog =
  (onQuery: (query: TimedQuery) => void): Logger =>
  ({ level, query, queryDurationMillis: durationMs }) => {
    const sql = query.sql.slice(0, maxReportedSqlLength);
    onQuery({ sql, durationMs, hasFailed: level === 'error' });
  };

/**
 * Opens PostgreSQL if a URL is given, otherwise the SQLite file in the data folder. PostgreSQL is
 * contacted by the first query.
 * @param onQuery called after each statement. Without it, statements are not timed
 * @throws DatabaseFileError, PlaintextError
 */
export async function openDatabase(
  settings: DatabaseSettings,
  onQuery?: (query: TimedQuery) => void,
): Promise<Database> {
  // Only for the owner: the folder contains secrets and personal data.
  try {
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = describeConnectionError(error);
    throw new DatabaseFileError(`DATA_DIR can't be used: ${reason}`, { cause: error });
  }
  const options = {
    plugins: [new CamelCasePlugin()],
    ...(onQuery && { log: createQueryLog(onQuery) }),
  };
  if (settings.DATABASE_URL) {
    // Imported only when needed: a start on SQLite doesn't need the PostgreSQL driver.
    const { openPostgresPool } = await import('./postgres/postgres-pool.server');
    const pool = openPostgresPool(settings.DATABASE_URL, settings);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...options });
    poolCounts.set(db, pool.getCounts);
    return db;
  }
  const file = join(settings.DATA_DIR, databaseFileName);
  const dialect = createSqliteDialect(await openVerifiedFile(file));
  return new Kysely<Tables>({ dialect, ...options });
}

/** Opens the copy of the database that content is read from; undefined without one. */
export const openReplica = async (
  settings: DatabaseSettings & { DATABASE_REPLICA_URL?: string | undefined },
  onQuery?: (query: TimedQuery) => void,
): Promise<Database | undefined> =>
  settings.DATABASE_REPLICA_URL === undefined
    ? undefined
    : openDatabase(
        { ...settings, DATABASE_URL: settings.DATABASE_REPLICA_URL, isReplica: true },
        onQuery,
      );

/** Opens the database for one task, and closes it afterward. */
export async function withDatabase<Result>(
  settings: DatabaseSettings,
  task: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(settings);
  try {
    return await task(db);
  } finally {
    await db.destroy();
  }
}

/** Returns the settings with the direct database URL, for work that needs its own session. */
export const toDirectSettings = <
  T extends { DATABASE_URL?: string | undefined; MIGRATION_DATABASE_URL?: string | undefined },
>(
  environment: T,
): T => ({
  ...environment,
  DATABASE_URL: environment.MIGRATION_DATABASE_URL ?? environment.DATABASE_URL,
});

/** Counts the rows that a query selects. */
export async function countRows<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether the error is a violation of a unique or primary key. */
export const isUniqueViolation = (error: unknown): boolean =>
  [sqlState.uniqueViolation, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(
    getErrorCode(error),
  );
