import { sql } from 'kysely';
import { AppError } from '../lib/errors';
import type { DatabaseTransaction } from './database.server';

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
