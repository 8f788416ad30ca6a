import type { Database, DatabaseTransaction } from './database.server';
import { sqlState } from './sql-state.server';
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
 * Runs work in one transaction, and again when the database rolled it back because of a concurrent
 * transaction. The isolation level is explicit, because the site's locks are designed for
 * `read committed`: a server whose default is `serializable` would reject transactions instead of
 * letting them wait.
 *
 * @param work may run more than once: side effects outside of the database (emails, wakeups,
 *   counters in memory) belong after `runInTransaction`
 * @throws what `work` throws, and the database's error when the attempts or five seconds are used
 *   up; the error handler responds to that with 503
 */
export const runInTransaction = <T>(
  db: Database,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> =>
  retryRolledBack(
    () => db.transaction().setIsolationLevel('read committed').execute(work),
    maxAttempts,
  );
