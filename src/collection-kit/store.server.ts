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
import { createRowMapper } from './table.server';

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
 * The queries of one collection. Every write also bumps the content version, and is recorded in the
 * audit log with the user (`userId`).
 */
export class CollectionStore<T extends BaseItem = BaseItem> {
  readonly #rows: ReturnType<typeof createRowMapper<T>>;

  constructor(
    private readonly db: Database,
    private readonly collection: Collection<T>,
    private readonly beforeRemove?: BeforeRemove,
  ) {
    this.#rows = createRowMapper(collection);
  }

  /** Lists all items in display order, then by creation date. Can be passed as a function. */
  readonly list = async (db: Database = this.db): Promise<T[]> =>
    (await this.#selectOrdered(db)).map(this.#rows.decode);

  /** @throws AppError not_found */
  async findById(id: string, db: Database = this.db): Promise<T> {
    return this.#rows.decode(await this.#findRow(db, id));
  }

  /** Finds the items with these ids, in this order; ids that do not exist are skipped. */
  async findByIds(ids: readonly string[]): Promise<T[]> {
    if (ids.length === 0) return [];
    const { table, decode } = this.#rows;
    const rows = await this.db.selectFrom(table).selectAll().where('id', 'in', ids).execute();
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => rowsById.get(id) ?? []).map(decode);
  }

  /** Stores a new item, at the end of the list unless the input has a position. */
  create(input: Record<string, unknown>, userId: string | null): Promise<T> {
    const { table, encode, decode } = this.#rows;
    return this.#write(async (transaction) => {
      const { last } = await transaction
        .selectFrom(table)
        .select((eb) => eb.fn.max('displayOrder').as('last'))
        .executeTakeFirstOrThrow();
      const values = {
        displayOrder: last === null ? 0 : Number(last) + 1,
        ...this.collection.defaults,
        ...input,
      };
      const { displayOrder } = values;
      const id = randomUUID();
      const at = new Date().toISOString();
      const row = await transaction
        .insertInto(table)
        .values({ ...encode(values), displayOrder, id, createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = decode(row);
      await this.#recordAudit(transaction, { itemId: id, action: 'created', at, userId, after });
      return after;
    });
  }

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
    const { table, encode, decode, isUnchanged } = this.#rows;
    return this.#write(async (transaction) => {
      const stored = await this.#findRow(transaction, id);
      if (!isExpected(stored.updatedAt)) {
        throw new AppError('changed', `Someone else changed this ${this.#noun} in the meantime.`);
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
      const change = { itemId: id, action: 'changed', at, userId, before, after } as const;
      await this.#recordAudit(transaction, change);
      return after;
    });
  }

  /** @throws AppError not_found, and whatever `beforeRemove` throws */
  remove(id: string, userId: string | null): Promise<void> {
    const { table, decode } = this.#rows;
    return this.#write(async (transaction) => {
      const stored = await this.#findRow(transaction, id);
      await this.beforeRemove?.(transaction, id);
      await transaction.deleteFrom(table).where('id', '=', id).execute();
      const before = decode(stored);
      const at = createTimestampAfter(stored.updatedAt);
      await this.#recordAudit(transaction, { itemId: id, action: 'deleted', at, userId, before });
    });
  }

  /**
   * Restores a version of an item, also of a deleted one.
   * @throws AppError not_found; conflict when there is nothing to undo or the version is not valid
   * any more
   */
  restore(id: string, input: RestoreInput, userId: string | null): Promise<T> {
    return this.#write((transaction) =>
      restoreItem(transaction, this.collection, id, input, userId),
    );
  }

  /**
   * Deletes the history of a deleted item permanently. The audit log still shows the deletion.
   * @throws AppError not_found when there is no such history; conflict when the item still exists
   */
  purge(id: string, userId: string | null): Promise<void> {
    const { path } = this.collection;
    return this.#write(async (transaction) => {
      if (await this.#rows.find(transaction, id)) {
        throw new AppError('conflict', `This ${this.#noun} is not deleted.`);
      }
      const deletion = await findEntry(transaction, path, id, { action: 'deleted' });
      if (!deletion?.before) throw this.#createNotFoundError();
      await deleteItemHistory(transaction, path, [id]);
      const at = createTimestampAfter(deletion.at);
      await this.#recordAudit(transaction, { itemId: id, action: 'deleted', at, userId });
    });
  }

  /**
   * Puts the items into the given order.
   * @param orderedIds every stored id, once each
   * @throws AppError conflict when they are not exactly the stored ones
   */
  reorder(orderedIds: readonly string[], userId: string | null): Promise<void> {
    return this.#write(async (transaction) => {
      const rowsById = new Map(
        (await this.#selectOrdered(transaction)).map((row) => [row.id, row]),
      );
      const rows = [...new Set(orderedIds)].flatMap((id) => rowsById.get(id) ?? []);
      if (rows.length !== rowsById.size || orderedIds.length !== rowsById.size) {
        throw new AppError(
          'conflict',
          'The list has changed in the meantime. Reload it and try again.',
        );
      }
      for (const [place, { id, displayOrder, updatedAt }] of rows.entries()) {
        if (displayOrder === place) continue;
        await transaction
          .updateTable(this.#rows.table)
          .set({ displayOrder: place, updatedAt: createTimestampAfter(updatedAt) })
          .where('id', '=', id)
          .execute();
      }
      const movedRange = findMovedRange([...rowsById.keys()], orderedIds);
      if (!movedRange) return;
      const at = new Date().toISOString();
      const change = { itemId: null, action: 'reordered', at, userId, ...movedRange } as const;
      await this.#recordAudit(transaction, change);
    });
  }

  get #noun() {
    return this.collection.label.toLowerCase();
  }

  #createNotFoundError() {
    return new AppError('not_found', `${this.collection.label} not found`);
  }

  async #findRow(db: Database, id: string) {
    const row = await this.#rows.find(db, id);
    if (!row) throw this.#createNotFoundError();
    return row;
  }

  #selectOrdered(db: Database) {
    return db
      .selectFrom(this.#rows.table)
      .selectAll()
      .orderBy('displayOrder')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  }

  #write<Result>(change: (transaction: DatabaseTransaction) => Promise<Result>): Promise<Result> {
    return runInTransaction(this.db, async (transaction) => {
      // First, because its row lock also serializes the writers: no other change happens between
      // a check and the write that depends on it.
      await bumpContentVersion(transaction);
      return change(transaction);
    });
  }

  #recordAudit(transaction: DatabaseTransaction, record: Omit<AuditRecord, 'subject'>) {
    return writeAudit(transaction, [{ ...record, subject: this.collection.path }]);
  }
}
