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

/** Attempts at a single statement outside of a transaction, by the SQLSTATE that undid it. */
const maxAttempts = { ...maxConflictAttempts, ...maxNameErrorAttempts };

interface ConnectionOptions {
  session: PostgresSession;
  names: StatementNames;
  /** Called when a server that took writes has stopped taking them. */
  onReadOnly: () => void;
  /** Whether the connection is to be replaced, although it works. */
  isStale: () => boolean;
}

/** A pooled connection as Kysely uses it: retries what the server has undone, and is dropped when broken. */
export function createPostgresConnection(
  client: pg.PoolClient,
  { session, names, onReadOnly, isStale }: ConnectionOptions,
): PostgresPoolClient {
  let isBroken = false;
  /** Within a transaction that has lifted the limit of its statements' time. */
  let isUnlimited = false;

  function handleError(error: unknown): void {
    if (names.disableOnNameError(error)) return;
    const isDemoted = getErrorCode(error) === sqlState.readOnlyTransaction && !session.isReadOnly;
    if (isDemoted) onReadOnly();
    if (isDemoted || isConnectionLoss(error)) isBroken = true;
  }

  /**
   * Behind a pooler the session's settings are shared: the limit is set for the transaction, in the same
   * round trip, and this side keeps a limit of its own.
   */
  function sendPooled(text: string, values: readonly unknown[], name: string | undefined) {
    const isBegin = /^(begin|start transaction)\b/.test(text);
    if (isBegin || text === 'commit' || text === 'rollback') isUnlimited = false;
    if (/^set local statement_timeout = 0/i.test(text)) isUnlimited = true;
    return client.query({
      text: isBegin ? `${text}; set local statement_timeout = ${statementTimeoutMs}` : text,
      values: [...values],
      ...(name !== undefined && { name }),
      ...(!isUnlimited && { query_timeout: statementTimeoutMs }),
    });
  }

  async function send(text: string, values: readonly unknown[]) {
    try {
      const name = names.find(text, session.isDirect);
      if (!session.isDirect) return await sendPooled(text, values, name);
      if (name === undefined) return await client.query(text, values as unknown[]);
      return await client.query({ name, text, values: values as unknown[] });
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
    // Kysely passes texts alone: cursors need an option that is not set.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isBroken || isStale()),
  };
}
