import type { Database, DatabaseTransaction } from './database.server';
import { sqlState } from './sql-state.server';
import {
  maxConflictAttempts,
  maxNameErrorAttempts,
  retryRolledBack,
} from './transaction-retry.server';

/** Attempts at a transaction, by the SQLSTATE with which PostgreSQL has rolled it back. */
const maxAttempts = {
  ...maxConflictAttempts,
  ...maxNameErrorAttempts,
  /** The pool has dropped that connection; the next may lead to the new primary. */
  [sqlState.readOnlyTransaction]: 2,
};

/**
 * Runs work in one transaction, and runs it again when the database rolled it back because of a concurrent
 * transaction. The isolation level is stated, because the locks that the product takes are meant for
 * `read committed`: a server whose default is `serializable` rejects them instead of letting them wait.
 *
 * @param work may run more than once: whatever it does outside of the database (mails, wakeups, counters in
 * memory) belongs after `inTransaction`
 * @throws what `work` throws, and the database's error when the attempts or five seconds are used up; the
 * error handler responds to that with 503
 */
export const runInTransaction = <T>(
  db: Database,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> =>
  retryRolledBack(
    () => db.transaction().setIsolationLevel('read committed').execute(work),
    maxAttempts,
  );
