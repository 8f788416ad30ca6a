import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { getErrorCode } from '../lib/get-error-code';
import { type PostgresSession, statementTimeoutMs } from './postgres-session.server';
import type { StatementNames } from './prepared-statements.server';
import { sqlState } from './sql-state.server';
import { isConnectionLoss } from './storage-error.server';
import {
  maxConflictAttempts,
  maxNameErrorAttempts,
  retryRolledBack,
} from './transaction-retry.server';

/** Attempts at a single statement outside of a transaction, by SQLSTATE. */
const maxAttempts = { ...maxConflictAttempts, ...maxNameErrorAttempts };

interface ConnectionOptions {
  session: PostgresSession;
  names: StatementNames;
  /** Called when a server that accepted writes has become read-only. */
  onReadOnly: () => void;
  /** Whether the connection should be replaced although it works. */
  isStale: () => boolean;
}

/** Wraps a pooled connection: retries what the server rolled back, discards a broken connection. */
export function createPostgresConnection(
  client: pg.PoolClient,
  { session, names, onReadOnly, isStale }: ConnectionOptions,
): PostgresPoolClient {
  let isBroken = false;
  /** Set within a transaction that has lifted the statement timeout. */
  let isUnlimited = false;

  function handleError(error: unknown): void {
    if (names.disableOnNameError(error)) return;
    const isDemoted = getErrorCode(error) === sqlState.readOnlyTransaction && !session.isReadOnly;
    if (isDemoted) onReadOnly();
    if (isDemoted || isConnectionLoss(error)) isBroken = true;
  }

  /**
   * Limits a statement behind a pooler. Session settings are shared there, so the timeout is set per
   * transaction, in the same round trip. In addition, the client has its own timeout.
   */
  function limitPooled(text: string) {
    const isBegin = /^(begin|start transaction)\b/.test(text);
    if (isBegin || text === 'commit' || text === 'rollback') isUnlimited = false;
    if (/^set local statement_timeout = 0/i.test(text)) isUnlimited = true;
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
        ...(session.isDirect ? { text } : limitPooled(text)),
        values: [...values],
        ...(name !== undefined && { name }),
      });
    } catch (error) {
      handleError(error);
      throw error;
    }
  }

  function query(text: string, values: readonly unknown[]) {
    const isInTransaction = client.getTransactionStatus() !== 'I';
    return isInTransaction
      ? send(text, values)
      : retryRolledBack(() => send(text, values), maxAttempts);
  }

  return {
    // Kysely calls it only with a text; its cursor overload is not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isBroken || isStale()),
  };
}
