import { randomUUID } from 'node:crypto';
import { bumpContentVersion } from '../db/content-version.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/run-in-transaction.server';
import {
  type AuditRecord,
  deleteItemHistory,
  findEntry,
  writeAudit,
} from '../foundation/audit/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError } from '../lib/errors';
import type { BaseItem, Collection } from './define-collection';
import { type RestoreInput, restoreItem } from './restore-item.server';
import { type CollectionRow, createRowMapper } from './table.server';

/**
 * Finds the part of the list that a reorder changes, from the first to the last changed position.
 */
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

/** Runs before an item is deleted, in the same transaction. If it throws, the item stays. */
export type BeforeRemove = (transaction: DatabaseTransaction, id: string) => Promise<void>;

/**
 * Creates the queries of one collection. Every write also bumps the content version, and is
 * recorded in the audit log with the user (`userId`).
 */
export function createCollectionStore<T extends BaseItem>(
  db: Database,
  collection: Collection<T>,
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

  const writeInTransaction = <Result>(
    change: (transaction: DatabaseTransaction) => Promise<Result>,
  ): Promise<Result> =>
    runInTransaction(db, async (transaction) => {
      // First, because its row lock also serializes the writers: no other change happens between
      // a check and the write that depends on it.
      await bumpContentVersion(transaction);
      return change(transaction);
    });

  const recordAudit = (transaction: DatabaseTransaction, what: Omit<AuditRecord, 'subject'>) =>
    writeAudit(transaction, [{ ...what, subject: path }]);

  return {
    /** Lists all items in display order, then by creation date. */
    async list(): Promise<T[]> {
      return (await selectOrdered(db)).map(decode);
    },

    /** @throws AppError not_found */
    async findById(id: string): Promise<T> {
      const row = await find(db, id);
      if (!row) throw createNotFoundError();
      return decode(row);
    },

    /** Finds the items with these ids, in this order; ids that do not exist are skipped. */
    async findByIds(ids: readonly string[]): Promise<T[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom(table).selectAll().where('id', 'in', ids).execute();
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = found.get(id);
        return row ? [decode(row)] : [];
      });
    },

    /** Stores a new item, at the end of the list unless the input has a position. */
    create(input: Record<string, unknown>, userId: string | null): Promise<T> {
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
     * Updates only the fields that are sent. If no value differs, no new version is created.
     * @param isExpected whether the change was made from the given version
     * @throws AppError not_found; changed when another version is stored
     */
    update(
      id: string,
      input: Record<string, unknown>,
      userId: string | null,
      isExpected: (version: string) => boolean = () => true,
    ): Promise<T> {
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

    /** @throws AppError not_found, and whatever `beforeRemove` throws */
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
     * Restores a version of an item, also of a deleted one.
     * @throws AppError not_found; conflict when there is nothing to undo or the version is not
     * valid any more
     */
    restore: (id: string, input: RestoreInput, userId: string | null): Promise<T> =>
      writeInTransaction((transaction) => restoreItem(transaction, collection, id, input, userId)),

    /**
     * Deletes the history of a deleted item permanently. The audit log still shows the deletion.
     * @throws AppError not_found when there is no such history; conflict when the item still exists
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

export type CollectionStore<T extends BaseItem = BaseItem> = ReturnType<
  typeof createCollectionStore<T>
>;
