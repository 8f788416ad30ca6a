import { randomUUID } from 'node:crypto';
import { raiseContentVersion } from '../lib/content-version.server';
import type { Database, DatabaseTransaction } from '../lib/database.server';
import { AppError } from '../lib/errors';
import { type Cell, codecOf } from './codec.server';
import type { AnyItem, Collection } from './collection';
import { type CollectionPath, collections } from './index';

/** What every collection's table has; its own columns are checked against its contract by a test. */
interface CollectionRow {
  id: string;
  displayOrder: number;
  createdAt: string;
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

/** What is to be done before an item is deleted, in the same transaction; what it throws keeps the item. */
export type BeforeRemove = (transaction: DatabaseTransaction, id: string) => Promise<void>;

/** The reads and writes of one collection. Every write raises the content version with it. */
export function collectionStore(db: Database, collection: Collection, beforeRemove?: BeforeRemove) {
  const { fields, defaults, label } = collection;
  const table = collectionTableOf(collection);
  const codec = codecOf(fields);
  const decode = (row: Record<string, Cell>) => codec.decode(row) as AnyItem;
  const missing = () => new AppError('not_found', `${label} not found`);

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
      const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
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
        const row = await transaction
          .insertInto(table)
          .values({
            ...(codec.encode(values) as CollectionRow),
            id: randomUUID(),
            createdAt: new Date().toISOString(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return decode(row);
      });
    },

    /**
     * Changes the fields that are sent, and no other.
     * @throws AppError not_found
     */
    async update(id: string, input: Record<string, unknown>): Promise<AnyItem> {
      if (Object.keys(input).length === 0) return this.read(id);
      return db.transaction().execute(async (transaction) => {
        await raiseContentVersion(transaction);
        const row = await transaction
          .updateTable(table)
          .set(codec.encode(input))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw missing();
        return decode(row);
      });
    },

    /** @throws AppError not_found, and what `beforeRemove` throws */
    async remove(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await raiseContentVersion(transaction);
        await beforeRemove?.(transaction, id);
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
        const rows = await transaction.selectFrom(table).select(['id', 'displayOrder']).execute();
        const places = new Map(rows.map((row) => [row.id, row.displayOrder]));
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
          if (places.get(id) === place) continue;
          await transaction
            .updateTable(table)
            .set({ displayOrder: place })
            .where('id', '=', id)
            .execute();
        }
      });
    },
  };
}

export type CollectionStore = ReturnType<typeof collectionStore>;

/** The store of each collection, by its path. */
export const collectionStores = (
  db: Database,
  beforeRemove: Partial<Record<CollectionPath, BeforeRemove>> = {},
) =>
  Object.fromEntries(
    collections.map((collection) => [
      collection.path,
      collectionStore(db, collection, beforeRemove[collection.path]),
    ]),
  ) as Record<CollectionPath, CollectionStore>;
