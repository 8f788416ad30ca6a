import type { Database, DatabaseTransaction } from '../db/database.server';
import { type Cell, createCodec } from './codec.server';
import type { BaseItem, Collection } from './define-collection';

/**
 * Columns common to all collections' tables. A test compares each table's other columns with the
 * collection's contract.
 */
export interface CollectionRow {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
  [column: string]: Cell;
}

/** Placeholder table name, for the types of queries that all collections share. */
const collectionTable = 'any collection';

declare module '../db/database.server' {
  interface Tables {
    [collectionTable]: CollectionRow;
  }
}

/** Returns a collection's table, typed for the queries that all collections share. */
export const getCollectionTable = ({ table }: Pick<Collection, 'table'>) =>
  table as typeof collectionTable;

/**
 * Whether a stored cell equals an encoded one. PostgreSQL returns true where 1 was written to a
 * boolean column.
 */
const isSameCell = (stored: Cell | undefined, cell: Cell): boolean =>
  typeof stored === 'boolean' ? Number(stored) === cell : stored === cell;

/** Creates the mapper between a collection's items and its table's rows. */
export function createRowMapper<T extends BaseItem>(collection: Collection<T>) {
  const table = getCollectionTable(collection);
  const codec = createCodec(collection);
  return {
    table,
    encode: codec.encode,
    // Not validated again: only validated items are stored, and a test compares table and contract.
    decode: (row: Record<string, Cell>) => codec.decode(row) as T,
    find: (from: Database | DatabaseTransaction, id: string) =>
      // Kysely's result type has only the index signature, without the named columns.
      from.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
        CollectionRow | undefined
      >,
    /** Whether a row already has all of these cell values. */
    isUnchanged: (row: CollectionRow, cells: Record<string, Cell>): boolean =>
      Object.entries(cells).every(([name, cell]) => isSameCell(row[name], cell)),
  };
}
