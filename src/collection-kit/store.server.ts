import { randomUUID } from 'node:crypto';
import { bumpContentVersion } from '../db/content-version.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/run-in-transaction.server';
import { type CollectionPath, collections } from '../features/collections';
import {
  type AuditRecord,
  deleteItemHistory,
  findEntry,
  writeAudit,
} from '../foundation/audit/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError } from '../lib/errors';
import type { AnyItem, Collection } from './define-collection';
import { type RestoreInput, restoreItem } from './restore-item.server';
import { type CollectionRow, createRowMapper } from './table.server';

/** What a reorder has moved: the part of the list from the first to the last place that changed. */
function findMovedRange(before: readonly string[], after: readonly string[]) {
  const isMoved = (id: string, place: number) => after[place] !== id;
  const from = before.findIndex(isMoved);
  if (from === -1) return undefined;
  const to = before.findLastIndex(isMoved) + 1;
  return {
    before: { from, ids: before.slice(from, to) },
    after: { from, ids: after.slice(from, to) },
  };
}

/** What is to be done before an item is deleted, in the same transaction; what it throws keeps the item. */
export type BeforeRemove = (transaction: DatabaseTransaction, id: string) => Promise<void>;

/**
 * The reads and writes of one collection. Every write raises the content version with it, and is
 * written down with who did it (`userId`).
 */
export function createCollectionStore(
  db: Database,
  collection: Collection,
  beforeRemove?: BeforeRemove,
) {
  const { path, defaults, label } = collection;
  const { table, encode, decode, find, isUnchanged } = createRowMapper(collection);
  const createNotFoundError = () => new AppError('not_found', `${label} not found`);

  const selectOrdered = (from: Database | DatabaseTransaction) =>
    from
      .selectFrom(table)
      .selectAll()
      .orderBy('displayOrder')
      .orderBy('createdAt')
      .orderBy('id')
      .execute() as Promise<CollectionRow[]>;

  const writeInTransaction = <T>(
    change: (transaction: DatabaseTransaction) => Promise<T>,
  ): Promise<T> =>
    runInTransaction(db, async (transaction) => {
      // First, because it also lines the writers up: nobody else's change comes between a check
      // and the write that rests on it.
      await bumpContentVersion(transaction);
      return change(transaction);
    });

  const recordAudit = (transaction: DatabaseTransaction, what: Omit<AuditRecord, 'subject'>) =>
    writeAudit(transaction, [{ ...what, subject: path }]);

  return {
    /** All items in display order, then in order of creation. */
    async list(): Promise<AnyItem[]> {
      return (await selectOrdered(db)).map(decode);
    },

    /** @throws AppError not_found */
    async findById(id: string): Promise<AnyItem> {
      const row = await find(db, id);
      if (!row) throw createNotFoundError();
      return decode(row);
    },

    /** The items with these ids, in this order, without those that are gone. */
    async findByIds(ids: readonly string[]): Promise<AnyItem[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom(table).selectAll().where('id', 'in', ids).execute();
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = found.get(id);
        return row ? [decode(row)] : [];
      });
    },

    /** Stores a new item; it goes last unless its place was sent. */
    create(input: Record<string, unknown>, userId: string | null): Promise<AnyItem> {
      return writeInTransaction(async (transaction) => {
        const { last } = await transaction
          .selectFrom(table)
          .select((eb) => eb.fn.max('displayOrder').as('last'))
          .executeTakeFirstOrThrow();
        const values = {
          displayOrder: last === null ? 0 : Number(last) + 1,
          ...defaults,
          ...input,
        };
        const id = randomUUID();
        const at = new Date().toISOString();
        const row = await transaction
          .insertInto(table)
          .values({ ...(encode(values) as CollectionRow), id, createdAt: at, updatedAt: at })
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = decode(row);
        await recordAudit(transaction, { itemId: id, action: 'created', at, userId, after });
        return after;
      });
    },

    /**
     * Changes the fields that are sent, and no other. What changes nothing makes no new version.
     * @param isExpected says whether a version is one that the change was made from
     * @throws AppError not_found, or changed when another version is stored
     */
    update(
      id: string,
      input: Record<string, unknown>,
      userId: string | null,
      isExpected: (version: string) => boolean = () => true,
    ): Promise<AnyItem> {
      return writeInTransaction(async (transaction) => {
        const stored = await find(transaction, id);
        if (!stored) throw createNotFoundError();
        if (!isExpected(stored.updatedAt)) {
          throw new AppError(
            'changed',
            `Someone else changed this ${label.toLowerCase()} in the meantime.`,
          );
        }
        const before = decode(stored);
        const cells = encode(input);
        if (isUnchanged(stored, cells)) return before;
        const at = createTimestampAfter(stored.updatedAt);
        const row = await transaction
          .updateTable(table)
          .set({ ...cells, updatedAt: at })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = decode(row);
        await recordAudit(transaction, {
          itemId: id,
          action: 'changed',
          at,
          userId,
          before,
          after,
        });
        return after;
      });
    },

    /** @throws AppError not_found, and what `beforeRemove` throws */
    remove(id: string, userId: string | null): Promise<void> {
      return writeInTransaction(async (transaction) => {
        const stored = await find(transaction, id);
        if (!stored) throw createNotFoundError();
        await beforeRemove?.(transaction, id);
        await transaction.deleteFrom(table).where('id', '=', id).execute();
        const before = decode(stored);
        const at = createTimestampAfter(stored.updatedAt);
        await recordAudit(transaction, { itemId: id, action: 'deleted', at, userId, before });
      });
    },

    /**
     * Brings a version of an item back, also of a deleted one.
     * @throws AppError not_found, or conflict when there is nothing to undo or a rule forbids it
     */
    restore: (id: string, input: RestoreInput, userId: string | null): Promise<AnyItem> =>
      writeInTransaction((transaction) => restoreItem(transaction, collection, id, input, userId)),

    /**
     * Deletes for good what is kept of a deleted item; that it was deleted stays written down.
     * @throws AppError not_found when nothing is kept, conflict when the item is still there
     */
    purge(id: string, userId: string | null): Promise<void> {
      return writeInTransaction(async (transaction) => {
        if (await find(transaction, id)) {
          throw new AppError('conflict', `This ${label.toLowerCase()} is not deleted.`);
        }
        const deletion = await findEntry(transaction, path, id, { action: 'deleted' });
        if (!deletion?.before) throw createNotFoundError();
        await deleteItemHistory(transaction, path, [id]);
        const at = createTimestampAfter(deletion.at);
        await recordAudit(transaction, { itemId: id, action: 'deleted', at, userId });
      });
    },

    /**
     * Puts the items into the given order.
     * @param orderedIds every stored id, once each
     * @throws AppError conflict when they are not exactly the stored ones
     */
    reorder(orderedIds: readonly string[], userId: string | null): Promise<void> {
      return writeInTransaction(async (transaction) => {
        const rows = await selectOrdered(transaction);
        const rowsById = new Map(rows.map((row) => [row.id, row]));
        const isComplete =
          orderedIds.length === rowsById.size &&
          new Set(orderedIds).size === rowsById.size &&
          orderedIds.every((id) => rowsById.has(id));
        if (!isComplete) {
          throw new AppError(
            'conflict',
            'The list has changed in the meantime. Reload it and try again.',
          );
        }
        for (const [place, id] of orderedIds.entries()) {
          const stored = rowsById.get(id);
          if (!stored || stored.displayOrder === place) continue;
          await transaction
            .updateTable(table)
            .set({ displayOrder: place, updatedAt: createTimestampAfter(stored.updatedAt) })
            .where('id', '=', id)
            .execute();
        }
        const movedRange = findMovedRange([...rowsById.keys()], orderedIds);
        const at = new Date().toISOString();
        if (movedRange)
          await recordAudit(transaction, {
            itemId: null,
            action: 'reordered',
            at,
            userId,
            ...movedRange,
          });
      });
    },
  };
}

export type CollectionStore = ReturnType<typeof createCollectionStore>;

/** The store of each collection, by its path. */
export const createCollectionStores = (
  db: Database,
  beforeRemove: Partial<Record<CollectionPath, BeforeRemove>> = {},
) =>
  Object.fromEntries(
    collections.map((collection) => [
      collection.path,
      createCollectionStore(db, collection, beforeRemove[collection.path]),
    ]),
  ) as Record<CollectionPath, CollectionStore>;
