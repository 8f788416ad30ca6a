import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import {
  type MigrationState,
  migrationTable,
  type RawDatabase,
  toRawDatabase,
} from '../../db/migration-state.server';

interface Column {
  table: string;
  name: string;
  type: string;
  /** Its place in the primary key, from 1; 0 outside of it. */
  keyPlace: number;
}

/** Finds the columns of all tables in the schema, in each table's order. */
async function findColumns(db: RawDatabase, schema: string | undefined): Promise<Column[]> {
  const query =
    schema === undefined
      ? sql<Column>`
          select m.name as "table", c.name as name, c.type as type, c.pk as "keyPlace"
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<Column>`
          select c.relname::text as "table", a.attname::text as name,
            format_type(a.atttypid, a.atttypmod) as type,
            coalesce(array_position(k.conkey, a.attnum), 0) as "keyPlace"
          from pg_catalog.pg_class c
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
          where c.relkind = 'r' and c.relnamespace = quote_ident(${schema})::regnamespace
          order by c.relname, a.attnum`;
  return (await query.execute(db)).rows;
}

/** Finds the foreign keys between the schema's tables. */
async function findReferences(
  db: RawDatabase,
  schema: string | undefined,
): Promise<{ child: string; parent: string }[]> {
  const query =
    schema === undefined
      ? sql<{ child: string; parent: string }>`
          select m.name as child, f."table" as parent
          from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
      : sql<{ child: string; parent: string }>`
          select c.relname::text as child, p.relname::text as parent
          from pg_catalog.pg_constraint f
          join pg_catalog.pg_class c on c.oid = f.conrelid
          join pg_catalog.pg_class p on p.oid = f.confrelid
          where f.contype = 'f' and c.relnamespace = p.relnamespace
            and c.relnamespace = quote_ident(${schema})::regnamespace`;
  return (await query.execute(db)).rows;
}

export interface RawTable {
  name: string;
  /** The columns of the primary key, in its order. */
  keyColumns: string[];
  /** The boolean columns; SQLite stores their values as 1 and 0. */
  booleans: Set<string>;
}

/** Lists the site's own existing tables, each after the tables that it references. */
export async function listTablesInOrder(
  db: Database,
  { schema, tables: ownTables }: Pick<MigrationState, 'schema' | 'tables'>,
): Promise<RawTable[]> {
  const raw = toRawDatabase(db);
  const columns = await findColumns(raw, schema);
  const references = await findReferences(raw, schema);
  const remaining = new Map<string, RawTable>();
  for (const { table: name, name: column, type, keyPlace } of columns) {
    if (name !== migrationTable && !ownTables.includes(name)) continue;
    const table: RawTable = remaining.get(name) ?? { name, keyColumns: [], booleans: new Set() };
    remaining.set(name, table);
    if (keyPlace > 0) table.keyColumns[keyPlace - 1] = column;
    if (/^bool/i.test(type)) table.booleans.add(column);
  }
  const ordered: RawTable[] = [];
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(({ name }) =>
      references.every(
        ({ child, parent }) => child !== name || parent === name || !remaining.has(parent),
      ),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const table of ready) {
      ordered.push(table);
      remaining.delete(table.name);
    }
  }
  return ordered;
}

const batchSize = 500;

type Value = string | number | boolean | null;

function toPortableValue(value: unknown, isBoolean: boolean): Value {
  if (value === null || typeof value === 'string') return value;
  if (isBoolean) return Boolean(value);
  return typeof value === 'number' ? value : String(value);
}

/**
 * Reads all rows of a table by its primary key, in a transaction that reads from one snapshot. Each
 * query continues after the last row, so that a million rows take as long per row as a thousand.
 */
export async function* readRows(
  db: RawDatabase,
  { name, keyColumns, booleans }: RawTable,
): AsyncGenerator<Record<string, Value>> {
  if (keyColumns.length === 0) throw new Error(`The table ${name} has no primary key.`);
  const key = sql.join(keyColumns.map((column) => sql.ref(column)));
  let last: Record<string, unknown> | undefined;
  for (;;) {
    let query = db.selectFrom(name).selectAll().limit(batchSize);
    for (const column of keyColumns) query = query.orderBy(column);
    if (last) {
      const after = sql.join(keyColumns.map((column) => sql.val(last?.[column])));
      query = query.where(sql<boolean>`(${key}) > (${after})`);
    }
    const rows = await query.execute();
    for (const row of rows) {
      yield Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          toPortableValue(value, booleans.has(column)),
        ]),
      );
    }
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

/** Counts the rows of all tables. */
export async function countRows(db: RawDatabase, tables: readonly RawTable[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const { count } = await db
      .selectFrom(name)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}

/** Converts a row of a backup for SQLite, which stores booleans as 1 and 0. */
export const toSqliteRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );
