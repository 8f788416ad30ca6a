import type { Database, DatabaseTransaction } from '../db/database.server';
import { type Cell, createCodec } from './codec.server';
import type { AnyItem, Collection } from './define-collection';

/** What every collection's table has; its own columns are checked against its contract by a test. */
export interface CollectionRow {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
  [column: string]: Cell;
}

/** Stands, in the types, for whichever table a collection has. */
const collectionTable = 'any collection';

declare module '../db/database.server' {
  interface Tables {
    [collectionTable]: CollectionRow;
  }
}

/** A collection's table, as the queries that all collections share see it. */
export const getCollectionTable = ({ table }: Pick<Collection, 'table'>) =>
  table as typeof collectionTable;

/** PostgreSQL answers a boolean with true where 1 was written. */
const isSameCell = (stored: Cell | undefined, cell: Cell): boolean =>
  typeof stored === 'boolean' ? Number(stored) === cell : stored === cell;

/** How a collection's items lie in their table. */
export function createRowMapper(collection: Collection) {
  const table = getCollectionTable(collection);
  const codec = createCodec(collection.fields);
  return {
    table,
    encode: codec.encode,
    decode: (row: Record<string, Cell>) => codec.decode(row) as AnyItem,
    /** A stored row, or undefined. */
    find: (from: Database | DatabaseTransaction, id: string) =>
      // The builder forgets the named columns beside the index signature.
      from.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
        CollectionRow | undefined
      >,
    /** Whether a row holds all of these cells already. */
    isUnchanged: (row: CollectionRow, cells: Record<string, Cell>): boolean =>
      Object.entries(cells).every(([name, cell]) => isSameCell(row[name], cell)),
  };
}
