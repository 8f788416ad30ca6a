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
