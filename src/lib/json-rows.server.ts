import { type Expression, PostgresAdapter, sql } from 'kysely';
import type { Database, DatabaseTransaction } from './database.server';

type Value = string | number | null;

/** The columns of some rows, in order, and what each holds. */
export type Columns<Row> = { readonly [Column in keyof Row]: 'text' | 'integer' };

/** What JSON cannot say (half of a surrogate pair) as the drivers say it of a single value: U+FFFD. */
const sayable = (value: unknown): Value =>
  typeof value === 'string' ? value.toWellFormed() : ((value ?? null) as Value);

/**
 * A `select` of the given rows, all of them in one parameter: however many there are, it is one
 * statement with one text, so that it is prepared once. `values (?, ?), (?, ?), …` has another text for
 * each number of rows, and its thousand parameters cost more than the inserting.
 * @param columns what the rows have, in the order in which they are selected
 */
export function jsonRows<Row extends { [Column in keyof Row]: Value | undefined }>(
  db: Database | DatabaseTransaction,
  columns: Columns<Row>,
  rows: readonly Row[],
): Expression<unknown> {
  const names = Object.keys(columns) as (keyof Row)[];
  const json = JSON.stringify(rows.map((row) => names.map((name) => sayable(row[name]))));
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const source = isPostgres ? sql`jsonb_array_elements(${json}::jsonb)` : sql`json_each(${json})`;
  const values = names.map((name, place) =>
    columns[name] === 'text'
      ? sql`value ->> ${sql.lit(place)}`
      : sql`cast(value ->> ${sql.lit(place)} as integer)`,
  );
  // Without a `where`, SQLite takes the `on` of a conflict that follows for a join's.
  return sql`select ${sql.join(values)} from ${source} where true`;
}
