import type { CompiledQuery } from 'kysely';
import type { DatabaseTransaction } from './database.server';

/**
 * Executes statements one after the other that do not depend on each other's answers: PostgreSQL gets
 * all of them at once, so that they share one way there and back.
 * @param statements return columns whose names are one word: the names are the database's own
 * @returns the rows of each
 * @throws what the first that fails throws; whoever began the transaction rolls it back
 */
export function executePipelined<Rows extends readonly unknown[]>(
  transaction: DatabaseTransaction,
  statements: { [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  // Through the executor, which leaves the connection to one piece of work at a time: a transaction by
  // itself would wait for each statement's answer before it sends the next.
  return transaction.getExecutor().provideConnection(async (connection) => {
    const results = statements.map(async (statement) => {
      const { rows } = await connection.executeQuery(statement);
      return rows;
    });
    return (await Promise.all(results)) as { [Index in keyof Rows]: Rows[Index][] };
  });
}
