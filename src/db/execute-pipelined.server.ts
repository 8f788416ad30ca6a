import type { CompiledQuery } from 'kysely';
import type { DatabaseTransaction } from './database.server';

/**
 * Executes statements that don't depend on each other's results, in order. PostgreSQL receives all
 * at once, in one round trip. The columns of results are not converted to camel case.
 * @throws the error of the first statement that fails; the caller rolls back its transaction
 */
export function executePipelined<Rows extends readonly unknown[]>(
  transaction: DatabaseTransaction,
  statements: { [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  // Uses the executor, which gives the connection to one task at a time. A transaction object would
  // wait for each statement's result before it sends the next.
  return transaction.getExecutor().provideConnection(async (connection) => {
    const results = statements.map(async (statement) => {
      const { rows } = await connection.executeQuery(statement);
      return rows;
    });
    // `map` loses that the result at each index belongs to the statement at that index.
    return (await Promise.all(results)) as { [Index in keyof Rows]: Rows[Index][] };
  });
}
