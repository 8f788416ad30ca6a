import { randomUUID } from 'node:crypto';
import { raiseContentVersion } from '../lib/content-version.server';
import type { Database, DatabaseTransaction } from '../lib/database.server';
import { AppError } from '../lib/errors';
import { laterThan } from '../lib/later-than.server';
import { type Cell, codecOf } from './codec.server';
import type { AnyItem, Collection } from './collection';
import { type CollectionPath, collections } from './index';

/** What every collection's table has; its own columns are checked against its contract by a test. */
interface CollectionRow {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
  [column: string]: Cell;
}

/** Stands, in the types, for whichever table a collection has. */
const collectionTable = 'any collection';

declare module '../lib/database.server' {
  interface Tables {
    [collectionTable]: CollectionRow;
  }
}

/** A collection's table, as the queries that all collections share see it. */
export const collectionTableOf = ({ table }: Pick<Collection, 'table'>) =>
  table as typeof collectionTable;

/** PostgreSQL answers a boolean with true where 1 was written. */
const sameCell = (stored: Cell | undefined, cell: Cell): boolean =>
  typeof stored === 'boolean' ? Number(stored) === cell : stored === cell;

/** The reads and writes of one collection. Every write raises the content version with it. */
export function collectionStore(db: Database, collection: Collection) {
  const { fields, defaults, label } = collection;
  const table = collectionTableOf(collection);
  const codec = codecOf(fields);
  const decode = (row: Record<string, Cell>) => codec.decode(row) as AnyItem;
  const missing = () => new AppError('not_found', `${label} not found`);
  const find = (from: Database | DatabaseTransaction, id: string) =>
    // The builder forgets the named columns beside the index signature.
    from.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
      CollectionRow | undefined
    >;

  return {
    /** All items in display order, then in order of creation. */
    async list(): Promise<AnyItem[]> {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .orderBy('displayOrder')
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map(decode);
    },

    /** @throws AppError not_found */
    async read(id: string): Promise<AnyItem> {
      const row = await find(db, id);
      if (!row) throw missing();
      return decode(row);
    },

    /** Stores a new item; it goes last unless its place was sent. */
    async create(input: Record<string, unknown>): Promise<AnyItem> {
      return db.transaction().execute(async (transaction) => {
        await raiseContentVersion(transaction);
        const { last } = await transaction
          .selectFrom(table)
          .select((eb) => eb.fn.max('displayOrder').as('last'))
          .executeTakeFirstOrThrow();
        const values = {
          displayOrder: last === null ? 0 : Number(last) + 1,
          ...defaults,
          ...input,
        };
        const now = new Date().toISOString();
        const row = await transaction
          .insertInto(table)
          .values({
            ...(codec.encode(values) as CollectionRow),
            id: randomUUID(),
            createdAt: now,
            updatedAt: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return decode(row);
      });
    },

    /**
     * Changes the fields that are sent, and no other. What changes nothing makes no new version.
     * @param isExpected says whether a version is one that the change was made from
     * @throws AppError not_found, or changed when another version is stored
     */
    async update(
      id: string,
      input: Record<string, unknown>,
      isExpected: (version: string) => boolean = () => true,
    ): Promise<AnyItem> {
      return db.transaction().execute(async (transaction) => {
        // Also lines the writers up: nobody else's change comes between the check and the write.
        await raiseContentVersion(transaction);
        const stored = await find(transaction, id);
        if (!stored) throw missing();
        if (!isExpected(stored.updatedAt)) {
          throw new AppError(
            'changed',
            `Someone else has changed this ${label.toLowerCase()} meanwhile.`,
          );
        }
        const cells = codec.encode(input);
        if (Object.entries(cells).every(([name, cell]) => sameCell(stored[name], cell))) {
          return decode(stored);
        }
        const row = await transaction
          .updateTable(table)
          .set({ ...cells, updatedAt: laterThan(stored.updatedAt) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return decode(row);
      });
    },

    /** @throws AppError not_found */
    async remove(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await raiseContentVersion(transaction);
        const result = await transaction.deleteFrom(table).where('id', '=', id).executeTakeFirst();
        if (Number(result.numDeletedRows) === 0) throw missing();
      });
    },

    /**
     * Puts the items into the given order.
     * @param orderedIds every stored id, once each
     * @throws AppError conflict when they are not exactly the stored ones
     */
    async reorder(orderedIds: readonly string[]): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await raiseContentVersion(transaction);
        const rows = await transaction
          .selectFrom(table)
          .select(['id', 'displayOrder', 'updatedAt'])
          .execute();
        const places = new Map(rows.map((row) => [row.id, row]));
        const complete =
          orderedIds.length === places.size &&
          new Set(orderedIds).size === places.size &&
          orderedIds.every((id) => places.has(id));
        if (!complete) {
          throw new AppError(
            'conflict',
            'The list has changed meanwhile. Reload it and try again.',
          );
        }
        for (const [place, id] of orderedIds.entries()) {
          const stored = places.get(id);
          if (!stored || stored.displayOrder === place) continue;
          await transaction
            .updateTable(table)
            .set({ displayOrder: place, updatedAt: laterThan(stored.updatedAt) })
            .where('id', '=', id)
            .execute();
        }
      });
    },
  };
}

export type CollectionStore = ReturnType<typeof collectionStore>;

/** The store of each collection, by its path. */
export const collectionStores = (db: Database) =>
  Object.fromEntries(
    collections.map((collection) => [collection.path, collectionStore(db, collection)]),
  ) as Record<CollectionPath, CollectionStore>;
