import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  type SqliteDatabase as SqliteDialectDatabase,
  SqliteDriver,
  type SqliteStatement,
  type Transaction,
} from 'kysely';
import SqliteDatabase from 'libsql';
import pg from 'pg';

/**
 * The tables' row types, by name. Each table is declared beside the code that owns it:
 * `declare module '…/lib/database.server' { interface Tables { leads: LeadRow } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Milliseconds that a SQLite writer waits for another process's transaction. */
const busyTimeout = 10_000;

class ImmediateSqliteDriver extends SqliteDriver {
  /**
   * Takes the write lock at once. A plain `begin` takes it at the first write, and fails there
   * without waiting when another process has written since the transaction's first read.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls schema changes back like any other; with `begin immediate` that is also the migration lock. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LocalSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * Opens the file and sets it up to keep its word: what is committed is on the disk (`synchronous=FULL`).
 * Changing to WAL does not wait for a second process that does the same, so it is tried again.
 */
async function openSqliteFile(file: string): Promise<SqliteDatabase.Database> {
  const database = new SqliteDatabase(file, { timeout: busyTimeout });
  const deadline = Date.now() + busyTimeout;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      break;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await pause(20);
    }
  }
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
}

/** The database file is damaged; the message is for who starts the server. */
export class DamagedDatabaseError extends Error {}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));

/** Bytes of a file that is looked through at each start: more would cost seconds. */
const checkedSize = 64 * 1024 * 1024;

/**
 * Opens the file, and refuses one that is damaged: answering from half a database would hide the loss.
 * @throws DamagedDatabaseError
 */
async function openSoundFile(file: string): Promise<SqliteDatabase.Database> {
  const damaged = () =>
    new DamagedDatabaseError(
      `The database ${file} is damaged. Restore a backup: npm run restore -- FILE --force`,
    );
  let database: SqliteDatabase.Database | undefined;
  try {
    database = await openSqliteFile(file);
    if (statSync(file).size <= checkedSize) {
      const found = database.prepare('pragma quick_check(1)').get() as { quick_check?: string };
      if (found.quick_check !== 'ok') throw damaged();
    }
    return database;
  } catch (error) {
    database?.close();
    throw isDamage(error) ? damaged() : error;
  }
}

/** Statements that are kept prepared; the site has fewer different ones. */
const preparedStatements = 200;

/**
 * The database with its statements kept. Kysely prepares each query anew, and what SQLite holds for a
 * statement is given back only when the garbage collector comes by.
 */
function withKeptStatements(database: SqliteDatabase.Database): SqliteDialectDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = database.prepare(text) as unknown as SqliteStatement;
      if (kept.size >= preparedStatements) kept.clear();
      kept.set(text, statement);
      return statement;
    },
    close() {
      // So that after a shutdown the one file holds everything: owners copy it.
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    application_name: 'crewbridge',
  });
  // An idle connection that breaks (the server was restarted) is replaced by the next query; without
  // a listener its error would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

/**
 * Opens PostgreSQL when an address is given, else the SQLite file in the data folder.
 * @throws when neither can be opened
 */
export async function openDatabase(settings: {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}): Promise<Database> {
  // Owner only: the folder holds secrets and people's data.
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const dialect = settings.DATABASE_URL
    ? postgresDialect(settings.DATABASE_URL)
    : new LocalSqliteDialect({
        database: withKeptStatements(await openSoundFile(join(settings.DATA_DIR, 'crewbridge.db'))),
      });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Whether an error says that a unique or primary key is taken already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}
