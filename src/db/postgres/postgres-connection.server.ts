import { hash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { getErrorCode } from '../../lib/errors';
import { sqlState } from '../errors.server';
import { isConnectionLoss } from '../storage-error.server';
import {
  maxConflictAttempts,
  maxNameErrorAttempts,
  retryRolledBack,
} from '../transaction-retry.server';

/** Maximum number of prepared statements per connection. The site has fewer different ones. */
const maxPreparedStatements = 100;

/** Returns whether the statement's name is unknown to the connection, or taken. */
const isNameError = (error: unknown): boolean => getErrorCode(error) in maxNameErrorAttempts;

const beginPattern = /^(begin|start transaction)\b/;

const writePattern = /^(insert|update|delete)\b/i;

/** `auto`: statements are prepared unless a pooler is detected. */
export type PrepareMode = 'auto' | 'on' | 'off';

/**
 * Names the statements that PostgreSQL prepares once per connection: inserts, where parsing and
 * planning are a third of an inquiry's work. A generic plan can be bad for a search, and a prepared
 * `select *` fails after a newer process has added a column. Behind a transaction pooler, names are
 * missing or taken: `auto` uses none there, and none after the first such error.
 */
export function createStatementNames(mode: PrepareMode) {
  const names = new Map<string, string>();
  let isDisabled = mode === 'off';

  return {
    /** @returns the name to prepare a statement under; undefined to send it without a name */
    find(text: string, isDirect: boolean): string | undefined {
      if (isDisabled || !(isDirect || mode === 'on')) return undefined;
      const existing = names.get(text);
      if (existing !== undefined) return existing;
      if (names.size === maxPreparedStatements || !/^insert into (?!.* returning \*)/s.test(text))
        return undefined;
      // Derived from the text, so that clients sharing a connection never find another statement
      // under the name.
      const name = `crewbridge-${hash('sha256', text).slice(0, 32)}`;
      names.set(text, name);
      return name;
    },

    /** @returns whether a name caused the error, so that the statement can be sent without one */
    disableOnNameError(error: unknown): boolean {
      if (mode === 'on' || !isNameError(error)) return false;
      isDisabled = true;
      return true;
    },
  };
}

/** Properties of a new connection. */
export interface PostgresSession {
  /** The server accepts no writes: it is a standby, or set to read-only. */
  isReadOnly: boolean;
  /**
   * No pooler such as PgBouncer in between, so session settings belong to this connection only. A
   * pooler invents the process ID of its greeting, so it differs from that of the server process.
   */
  isDirect: boolean;
  /** As `performance.now()`. */
  connectedAt: number;
}

/** The server-side timeout of a statement. */
const statementTimeoutMs = 10_000;

/**
 * When a commit is given up. The statement timeout does not cover it, and while a synchronous standby
 * is missing, PostgreSQL waits for its confirmation without an end. Longer than that timeout, because
 * a statement outside of a transaction commits itself.
 */
const commitTimeoutMs = statementTimeoutMs + 1_000;

/** With so many commits of a pool given up, it begins no other: it would wait as well. */
const maxHangingCommits = 2;

/** Matched by `isOutage`. */
const createCommitTimeoutError = () => new Error('timeout exceeded when waiting for a commit');

const setupTimeoutMs = 1_500;

/**
 * Reads a new connection's properties and sets its timeouts in one round trip, before it is used.
 * Not as startup parameters, which PgBouncer refuses. Behind a pooler nothing is set, because the
 * next transaction of another application might inherit it.
 */
export async function startPostgresSession(client: pg.ClientBase): Promise<PostgresSession> {
  // From the server's greeting; missing in the types.
  const processId = 'processID' in client ? Number(client.processID) : 0;
  const isDirect = `pg_backend_pid() = ${processId}`;
  const setupQuery = {
    text: `select ${isDirect} as "isDirect",
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
        case when ${isDirect} then set_config('statement_timeout', '${statementTimeoutMs}', false) end,
        case when ${isDirect} then set_config('default_transaction_isolation', 'read committed', false) end`,
    query_timeout: setupTimeoutMs,
  };
  const { rows } = await client.query<Pick<PostgresSession, 'isDirect' | 'isReadOnly'>>(setupQuery);
  const [properties = { isDirect: false, isReadOnly: false }] = rows;
  return { ...properties, connectedAt: performance.now() };
}

/** Attempts at a single statement outside of a transaction, by SQLSTATE. */
const maxAttempts = { ...maxConflictAttempts, ...maxNameErrorAttempts };

interface ConnectionOptions {
  session: PostgresSession;
  names: ReturnType<typeof createStatementNames>;
  /** Whether the connection should be replaced although it works. */
  isStale: () => boolean;
  /** The commits of the pool's connections that were given up and have not ended. */
  hangingCommits: Map<pg.PoolClient, Promise<unknown>>;
}

/** Wraps a pooled connection: retries what the server rolled back, discards a broken connection. */
export function createPostgresConnection(
  client: pg.PoolClient,
  { session, names, isStale, hangingCommits }: ConnectionOptions,
): PostgresPoolClient {
  let isBroken = false;
  /** Set within a transaction that has lifted the statement timeout. */
  let isUnlimited = false;

  function handleError(error: unknown): void {
    if (names.disableOnNameError(error)) return;
    const isDemoted = getErrorCode(error) === sqlState.readOnlyTransaction && !session.isReadOnly;
    if (isDemoted || isConnectionLoss(error)) isBroken = true;
  }

  /**
   * Limits a statement behind a pooler. Session settings are shared there, so the timeout is set per
   * transaction, in the same round trip. In addition, the client has its own timeout.
   */
  function limit(text: string) {
    const isBegin = beginPattern.test(text);
    if (isBegin || text === 'commit' || text === 'rollback') isUnlimited = false;
    if (/^set local statement_timeout = 0/i.test(text)) isUnlimited = true;
    if (session.isDirect) return { text };
    return {
      text: isBegin ? `${text}; set local statement_timeout = ${statementTimeoutMs}` : text,
      ...(!isUnlimited && { query_timeout: statementTimeoutMs }),
    };
  }

  /**
   * Sends the statements of one event-loop turn with one system call. Those of an inquiry's
   * transaction took a fifth of the process's time, one call each.
   */
  function corkUntilNextTick(): void {
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  async function send(text: string, values: readonly unknown[]) {
    const name = names.find(text, session.isDirect);
    corkUntilNextTick();
    try {
      return await client.query({
        ...limit(text),
        values: [...values],
        ...(name !== undefined && { name }),
      });
    } catch (error) {
      handleError(error);
      throw error;
    }
  }

  /** Gives up on a commit after a time. It may still succeed later. */
  async function limitCommit<Result>(commit: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const giveUp = () => {
        hangingCommits.set(client, commit);
        reject(createCommitTimeoutError());
      };
      // A process that was paused reads the response between the two.
      timer = setTimeout(() => {
        timer = setTimeout(giveUp, 0);
      }, commitTimeoutMs);
    });
    try {
      return await Promise.race([commit, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function query(text: string, values: readonly unknown[]) {
    const isInTransaction = client.getTransactionStatus() !== 'I';
    const commitsItself = !isInTransaction && writePattern.test(text);
    const isRefused =
      hangingCommits.size >= maxHangingCommits && (commitsItself || beginPattern.test(text));
    // After its commit, Kysely would roll the transaction back.
    if (isRefused || hangingCommits.has(client)) throw createCommitTimeoutError();
    // A pooled connection has the client's timeout. A transaction without a statement timeout, such
    // as that of a restore, may also commit for longer.
    const mayHang = session.isDirect && (text === 'commit' ? !isUnlimited : commitsItself);
    const attempt = () => (mayHang ? limitCommit(send(text, values)) : send(text, values));
    return isInTransaction ? attempt() : retryRolledBack(attempt, maxAttempts);
  }

  /**
   * Keeps the connection out of the pool while its commit hangs. If it was closed, PostgreSQL would
   * keep its session, and those of all attempts would use up `max_connections`. If it was canceled,
   * PostgreSQL would commit without the standby.
   */
  async function release(isDiscarded: boolean): Promise<void> {
    const commit = hangingCommits.get(client);
    if (commit) {
      await Promise.allSettled([commit]);
      hangingCommits.delete(client);
    }
    client.release(isDiscarded || isBroken || isStale());
  }

  return {
    // Kysely calls it only with a text; its cursor overload is not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded = false) => void release(isDiscarded),
  };
}
