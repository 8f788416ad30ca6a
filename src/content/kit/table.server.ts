import type { Generated, Selectable } from 'kysely';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { listKeys } from '../../lib/list';
import { isPictureUrl } from '../../lib/picture-values';
import type { FieldKind } from '../../lib/schema';
import type { BaseItem, Collection } from './define-collection';
import type { Cell, Cells } from './documents.server';

/**
 * Columns common to all collections' tables. A test compares each table's other columns with the
 * collection's contract.
 */
export interface CollectionRow {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
  state: Generated<string>;
  publishAt: string | null;
  unpublishAt: string | null;
  pending: string | null;
  takenDownAt: string | null;
}

/** A row as it is stored, with the columns of its collection. */
export type StoredRow = Selectable<CollectionRow>;

/** Placeholder table name, for the types of queries that all collections share. */
const collectionTable = 'any collection';

declare module '../../db/database.server' {
  interface Tables {
    [collectionTable]: CollectionRow;
  }
}

export type CollectionTable = typeof collectionTable;

/** Returns a collection's table, typed for the queries that all collections share. */
export const getCollectionTable = ({ table }: Pick<Collection, 'table'>) =>
  // Kysely types a query by its table's name, which is only known at run time here.
  table as CollectionTable;

type CellKind = FieldKind | 'json' | 'optional' | undefined;

function encodeCell(kind: CellKind, value: unknown): Cell {
  if (kind === 'json') return value === null ? null : JSON.stringify(value);
  if (kind === 'optional' && value === undefined) return null;
  if (kind === 'list' || kind === 'hours') return JSON.stringify(value);
  if (kind === 'boolean') return Number(value);
  return value === null || typeof value === 'number' ? value : String(value);
}

function decodeCell(kind: CellKind, cell: Cell): unknown {
  switch (kind) {
    case 'json':
      return cell === null ? undefined : JSON.parse(String(cell));
    case 'optional':
      return cell ?? undefined;
    case 'list':
    case 'hours':
      return JSON.parse(String(cell));
    case 'boolean':
      return Boolean(cell);
    case 'picture':
      // The URL may have been stored before the contract rejected it. Null hides the picture
      // everywhere.
      return typeof cell === 'string' && isPictureUrl(cell) ? cell : null;
    default:
      return cell;
  }
}

/**
 * Creates the mapper between a collection's items and its table's rows. Lists are JSON text and
 * booleans are 0 and 1: SQLite has no boolean, and PostgreSQL reads 1 as true. Managed columns,
 * which have no kind, are stored as they are.
 */
export function createRowMapper<T extends BaseItem>(
  collection: Pick<Collection<T>, 'table' | 'kinds' | 'item'>,
) {
  const kinds: Record<string, CellKind> = {
    ...collection.kinds,
    pending: 'json',
    takenDownAt: 'optional',
  };
  const table = getCollectionTable(collection);
  return {
    table,
    encode: (values: Record<string, unknown>): Cells =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, encodeCell(kinds[name], value)]),
      ),
    decode: (row: object) =>
      // Not validated again: only validated items are stored, and a test compares table and
      // contract.
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, decodeCell(kinds[name], cell)]),
      ) as T,
    /** Stores rows, which replace those with the same ids. */
    async save(transaction: DatabaseTransaction, rows: readonly StoredRow[]): Promise<void> {
      // A statement names its columns: an item of an earlier release may lack some.
      const groups = new Map<string, StoredRow[]>();
      for (const row of rows) {
        const columns = Object.keys(row).sort().join();
        const group = groups.get(columns);
        if (group) group.push(row);
        else groups.set(columns, [row]);
      }
      for (const batch of [...groups.values()].flatMap((group) => splitIntoBatches(group))) {
        const [first] = batch;
        const columns = first ? listKeys(first).filter((name) => name !== 'id') : [];
        await transaction
          .insertInto(table)
          .values(batch)
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet((eb) =>
                Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)])),
              ),
          )
          .execute();
      }
    },
    /** Finds rows by their ids. */
    async find(db: Database, ids: readonly string[]) {
      const rows = new Map<string, StoredRow>();
      for (const batch of splitIntoBatches(ids)) {
        const found = await db.selectFrom(table).selectAll().where('id', 'in', batch).execute();
        for (const row of found) rows.set(row.id, row);
      }
      return rows;
    },
  };
}
