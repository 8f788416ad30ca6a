import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { getErrorCode } from '../lib/errors';
import { SECOND } from '../lib/time/durations';
import { nameSqliteError } from './errors.server';

/**
 * How long SQLite itself waits for another process's lock. That blocks the whole process, so it is
 * only as long as a commit takes.
 */
export const blockingTimeoutMs = 5;

/** How long a statement waits for another process's lock, since that lock was first met. */
export const lockTimeoutMs = 10 * SECOND;

/** How long each statement waits at least. */
const minLockTimeoutMs = SECOND;

/** Maximum delay between two attempts. */
const maxRetryDelayMs = 50;

/** Maximum number of cached statements. The site has fewer different ones. */
const maxPreparedStatements = 200;

interface PreparedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/** Returns whether another process holds the lock that the statement needs. */
export const isLocked = (error: unknown): boolean => getErrorCode(error) === 'SQLITE_BUSY';

/** The values that the site stores. SQLite has no booleans. */
const isSqlValue = (value: unknown): value is SQLInputValue =>
  value === null || ['string', 'number', 'bigint'].includes(typeof value);

/**
 * A connection to a SQLite file. Kysely gives it to one task at a time. It waits for other
 * processes' locks without blocking this one, so the site keeps serving what is cached.
 */
class SqliteConnection implements DatabaseConnection {
  private readonly database: DatabaseSync;
  private readonly timeoutMs: number;
  /** Kysely prepares each query anew, and only garbage collection frees a statement's memory. */
  private readonly statements = new LRUCache<string, PreparedStatement>({
    max: maxPreparedStatements,
  });
  /** Since when another process holds its lock; undefined when it doesn't. */
  private lockedSince: number | undefined;

  constructor(database: DatabaseSync, timeoutMs: number) {
    this.database = database;
    this.timeoutMs = timeoutMs;
  }

  get isInTransaction(): boolean {
    return this.database.isTransaction;
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }

  /** Waits for locks, except in a transaction, which took the write lock when it began. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const startedAt = performance.now();
    for (let delayMs = 1; ; delayMs = Math.min(2 * delayMs, maxRetryDelayMs)) {
      const isRetryable = !this.isInTransaction;
      try {
        const result = this.run<R>(query);
        if (this.isInTransaction || delayMs > 1) this.lockedSince = undefined;
        return result;
      } catch (error) {
        const named = nameSqliteError(error);
        if (!isRetryable || !isLocked(named)) throw named;
        const now = performance.now();
        this.lockedSince ??= now;
        const deadline = Math.max(this.lockedSince + this.timeoutMs, startedAt + minLockTimeoutMs);
        if (now > deadline) throw named;
        // Random, so that two processes do not retry in step.
        await pause(delayMs * (0.5 + Math.random()));
      }
    }
  }

  private run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.prepare(sql);
    const values = parameters.filter(isSqlValue);
    if (values.length < parameters.length)
      throw new TypeError(`SQLite can't store a value: ${sql}`);
    // Node types the rows as records; their columns are those that the query's builder knows.
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  private prepare(sql: string): PreparedStatement {
    const cached = this.statements.get(sql);
    if (cached) return cached;
    const statement = this.database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.statements.set(sql, prepared);
    return prepared;
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported on SQLite.');
  }
}

class SqliteDriver implements Driver {
  private readonly connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  /**
   * Takes the write lock at the start. A plain `begin` takes it at the first write, and then fails
   * without waiting if another process has written since the transaction's first read.
   *
   * SQLite runs on this thread, and awaiting it never leaves the queue of promises. So a series of
   * transactions would keep the process from everything else, if each didn't wait for its turn.
   */
  async beginTransaction(): Promise<void> {
    await nextTurn();
    await this.connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** SQLite may have rolled back by itself, when the disk is full. Don't hide that error. */
  async rollbackTransaction(): Promise<void> {
    if (!this.connection.isInTransaction) return;
    await this.connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    // Owners copy the one file, so after a shutdown it has to contain everything.
    await this.connection.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'));
    this.connection.close();
  }
}

/**
 * Creates Kysely's dialect for `node:sqlite`.
 * @param database the open file
 * @param timeoutMs how long a statement waits for another process's lock
 */
export const createSqliteDialect = (
  database: DatabaseSync,
  timeoutMs = lockTimeoutMs,
): Dialect => ({
  createDriver: () => new SqliteDriver(new SqliteConnection(database, timeoutMs)),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
