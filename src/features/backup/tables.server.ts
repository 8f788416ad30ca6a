import { type Kysely, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../lib/database.server';

/** Tables by their names as the database has them; what is in them is not looked at. */
export type RawDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The same database without the names' translation, to copy rows whatever they are. */
export const rawDatabase = (db: Database | DatabaseTransaction) =>
  db.withoutPlugins() as unknown as RawDatabase;

/** Where a table refers to another one. Each engine says it in its own way. */
async function references(
  db: RawDatabase,
  isSqlite: boolean,
): Promise<{ child: string; parent: string }[]> {
  const query = isSqlite
    ? sql<{ child: string; parent: string }>`
        select m.name as child, f."table" as parent
        from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
    : sql<{ child: string; parent: string }>`
        select c.relname as child, p.relname as parent
        from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
        where f.contype = 'f'`;
  return (await query.execute(db)).rows;
}

export interface RawTable {
  name: string;
  columns: string[];
  /** Columns whose values are true and false; SQLite keeps them as 1 and 0. */
  booleans: ReadonlySet<string>;
}

/** Kysely's own lock is no content. */
const lockTable = 'schema_migrations_lock';

/** All tables, each after those that it refers to. */
export async function tablesInOrder(db: RawDatabase, isSqlite: boolean): Promise<RawTable[]> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true });
  const links = await references(db, isSqlite);
  const waiting = new Map(
    found
      .filter(({ name, isView }) => name !== lockTable && !isView)
      .map(({ name, columns }): [string, RawTable] => [
        name,
        {
          name,
          columns: columns.map((column) => column.name),
          booleans: new Set(
            columns.filter(({ dataType }) => /^bool/i.test(dataType)).map((column) => column.name),
          ),
        },
      ]),
  );
  const ordered: RawTable[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) =>
      links.every(({ child, parent }) => child !== name || parent === name || !waiting.has(parent)),
    );
    if (free.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

const batch = 500;

/** All rows of a table, some at a time, in one order. Within a transaction that sees one moment. */
export async function* rowsOf(
  db: RawDatabase,
  { name, columns, booleans }: RawTable,
): AsyncGenerator<Record<string, string | number | boolean | null>> {
  for (let offset = 0; ; offset += batch) {
    let query = db.selectFrom(name).selectAll().limit(batch).offset(offset);
    for (const column of columns) query = query.orderBy(column);
    const rows = await query.execute();
    for (const row of rows) {
      yield Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          if (value === null || typeof value === 'string') return [column, value];
          if (booleans.has(column)) return [column, Boolean(value)];
          return [column, typeof value === 'number' ? value : String(value)];
        }),
      );
    }
    if (rows.length < batch) return;
  }
}

/** A value of a backup as an engine takes it. */
export const valueFor = (value: unknown, isSqlite: boolean): unknown =>
  isSqlite && typeof value === 'boolean' ? Number(value) : value;
