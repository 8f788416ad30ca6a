import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely';
import type { Database, DatabaseTransaction } from './database.server';
import { isPostgres } from './is-postgres.server';

type Value = string | number | null;

/** The columns of some rows, in order, and what each holds. */
export type Columns<Row> = { readonly [Column in keyof Row]: 'text' | 'integer' };

type AnyDatabase = Database | DatabaseTransaction;

/** What JSON cannot say (half of a surrogate pair) as the drivers say it of a single value: U+FFFD. */
const toStorableValue = (value: unknown): Value =>
  typeof value === 'string' ? value.toWellFormed() : ((value ?? null) as Value);

/**
 * A statement about rows, all of them in one parameter: however many there are, it has one text, so that
 * it is compiled once for each engine and prepared once. `values (?, ?), (?, ?), …` has another text for
 * each number of rows, and its thousand parameters cost more than the inserting; compiling anew took as
 * long as all else that an enquiry's statements cost.
 * @param columns what the rows have, in the order in which they are selected
 * @param buildStatement gives the statement around a `select` of its rows, whose columns have these names; its
 * text depends on the engine alone
 * @returns the statement about the given rows
 */
export function createBulkStatement<
  Row extends { [Column in keyof Row]: Value | undefined },
  Output,
>(
  columns: Columns<Row>,
  buildStatement: (
    db: AnyDatabase,
    rows: Expression<unknown>,
    names: (keyof Row)[],
  ) => Compilable<Output>,
): (db: AnyDatabase, rows: readonly Row[]) => CompiledQuery<Output> {
  const names = Object.keys(columns) as (keyof Row)[];
  const values = names.map((name, index) =>
    columns[name] === 'text'
      ? sql`value ->> ${sql.lit(index)}`
      : sql`cast(value ->> ${sql.lit(index)} as integer)`,
  );
  /** Stands where the rows will. */
  const rowsPlaceholder = 'rows';
  const compiled = new Map<boolean, CompiledQuery<Output>>();

  function compile(db: AnyDatabase): CompiledQuery<Output> {
    const elements = isPostgres(db)
      ? sql`jsonb_array_elements(${rowsPlaceholder}::jsonb)`
      : sql`json_each(${rowsPlaceholder})`;
    // Without a `where`, SQLite takes the `on` of a conflict that follows for a join's.
    const rows = sql`select ${sql.join(values)} from ${elements} where true`;
    const statement = buildStatement(db, rows, names).compile();
    compiled.set(isPostgres(db), statement);
    return statement;
  }

  return (db, rows) => {
    const { query, queryId, sql, parameters } = compiled.get(isPostgres(db)) ?? compile(db);
    const rowsJson = JSON.stringify(
      rows.map((row) => names.map((name) => toStorableValue(row[name]))),
    );
    return {
      query,
      queryId,
      sql,
      parameters: parameters.map((parameter) =>
        parameter === rowsPlaceholder ? rowsJson : parameter,
      ),
    };
  };
}
