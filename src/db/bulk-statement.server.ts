import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely';
import { listKeys } from '../lib/list';
import type { Database, DatabaseTransaction } from './database.server';
import { isPostgres } from './database.server';

/** Far below the number of parameters that either engine allows in a statement. */
const maxBatchSize = 500;

/** Splits the rows or IDs of a statement into batches that either engine accepts. */
export const splitIntoBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / maxBatchSize) }, (_, index) =>
    items.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );

type Value = string | number | null;

/** The columns of the rows, in order, with their types. */
export type Columns<Row> = { readonly [Column in keyof Row]: 'text' | 'integer' };

/** Makes a value storable: half of a surrogate pair becomes U+FFFD, as the drivers store it. */
const toStorableValue = (value: Value | undefined): Value =>
  typeof value === 'string' ? value.toWellFormed() : (value ?? null);

/**
 * Creates a statement that takes all its rows as one JSON parameter, so that it is compiled once
 * per engine and prepared once. Rejected: `values (?, ?), …`, whose text differs per number of rows
 * and whose parameters cost more than the insert itself.
 * @param buildStatement builds it around a `select` of the rows; its text may depend only on the
 *   engine
 */
export function createBulkStatement<
  Row extends { [Column in keyof Row]: Value | undefined },
  Output,
>(
  columns: Columns<Row>,
  buildStatement: (
    db: Database,
    rows: Expression<unknown>,
    names: Extract<keyof Row, string>[],
  ) => Compilable<Output>,
): (db: Database, rows: readonly Row[]) => CompiledQuery<Output> {
  const names = listKeys(columns);
  const values = names.map((name, index) =>
    columns[name] === 'text'
      ? sql`value ->> ${sql.lit(index)}`
      : sql`cast(value ->> ${sql.lit(index)} as integer)`,
  );
  /** Marks the parameter that the rows replace. */
  const rowsPlaceholder = 'rows';
  const compiled = new Map<boolean, CompiledQuery<Output>>();

  function compile(db: Database): CompiledQuery<Output> {
    const elements = isPostgres(db)
      ? sql`jsonb_array_elements(${rowsPlaceholder}::jsonb)`
      : sql`json_each(${rowsPlaceholder})`;
    // Without `where`, SQLite parses the `on` of a following `on conflict` as a join's.
    const rows = sql`select ${sql.join(values)} from ${elements} where true`;
    return buildStatement(db, rows, names).compile();
  }

  return (db, rows) => {
    const statement = compiled.get(isPostgres(db)) ?? compile(db);
    compiled.set(isPostgres(db), statement);
    const rowsJson = JSON.stringify(
      rows.map((row) => names.map((name) => toStorableValue(row[name]))),
    );
    const parameters = statement.parameters.map((parameter) =>
      parameter === rowsPlaceholder ? rowsJson : parameter,
    );
    return { ...statement, parameters };
  };
}

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
