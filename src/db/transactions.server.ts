import { sql } from 'kysely';
import { AppError } from '../lib/errors';
import type { Database, DatabaseTransaction } from './database.server';
import { sqlState } from './errors.server';
import {
  maxConflictAttempts,
  maxNameErrorAttempts,
  retryRolledBack,
} from './transaction-retry.server';

/** Attempts at a transaction, by the SQLSTATE of its rollback. */
const maxAttempts = {
  ...maxConflictAttempts,
  ...maxNameErrorAttempts,
  /** The pool has discarded that connection. The next may reach the new primary. */
  [sqlState.readOnlyTransaction]: 2,
};

/**
 * Runs work in one transaction, and again when a concurrent transaction made the database roll it
 * back. Explicitly `read committed`, for which the site's locks are designed.
 * @param work may run more than once: side effects outside of the database belong after it
 * @throws what `work` throws, and the database's error after the attempts or five seconds
 */
export const runInTransaction = <T>(
  db: Database,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> =>
  retryRolledBack(
    () => db.transaction().setIsolationLevel('read committed').execute(work),
    maxAttempts,
  );

/**
 * Runs work in a savepoint of a transaction. If it throws an AppError, only this work is undone.
 * @returns that error; undefined when the work succeeded
 * @throws any other error, which rolls back the transaction
 */
export async function runInSavepoint(
  transaction: DatabaseTransaction,
  work: () => Promise<void>,
): Promise<AppError | undefined> {
  await sql`savepoint one_item`.execute(transaction);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint one_item`.execute(transaction);
    await sql`release savepoint one_item`.execute(transaction);
    return error;
  }
  await sql`release savepoint one_item`.execute(transaction);
  return undefined;
}
