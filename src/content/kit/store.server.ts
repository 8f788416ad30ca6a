import { randomUUID } from 'node:crypto';
import { bumpContentVersion, lockContentVersion } from '../../db/content-version.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import {
  type AuditRecord,
  deleteItemHistory,
  findEntry,
  writeAudit,
} from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError } from '../../lib/errors';
import type { BaseItem, Collection, ItemChange, Publication } from './define-collection';
import { readPictureDetails } from './picture-details.server';
import { planPublication } from './plan-publication.server';
import { toPublished } from './publication';
import { type BeforeRemove, removeItems } from './remove-items.server';
import { reorderItems } from './reorder-items.server';
import { type RestoreInput, restoreItems } from './restore-item.server';
import { createRowMapper, type StoredRow } from './table.server';

type ChangeRecord = Omit<AuditRecord, 'subject'>;

/**
 * The queries of one collection. Every change also bumps the content version, and is recorded in
 * the audit log with the user (`userId`).
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

  /** Lists all items, drafts included, in display order, then by creation date. */
  async list(): Promise<T[]> {
    return (await this.#selectOrdered(this.db)).map(this.#rows.decode);
  }

  /** Lists the items that visitors see, in the same order. Can be passed as a function. */
  readonly listPublished = async (db: Database = this.db): Promise<T[]> =>
    (await this.#selectOrdered(db, 'published')).map(this.#decodePublished);

  /** @throws AppError not_found */
  async findById(id: string): Promise<T> {
    return this.#rows.decode(await this.#findRow(this.db, id));
  }

  /** @throws AppError not_found when there is none that visitors see */
  async findPublished(id: string, db: Database = this.db): Promise<T> {
    const [item] = await this.findPublishedByIds([id], db);
    if (!item) throw this.#createNotFoundError();
    return item;
  }

  /** Finds the items with these ids that visitors see, in this order. Others are skipped. */
  async findPublishedByIds(ids: readonly string[], db: Database = this.db): Promise<T[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom(this.#rows.table)
      .selectAll()
      .where('id', 'in', ids)
      .where('state', '=', 'published')
      .execute();
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => rowsById.get(id) ?? []).map(this.#decodePublished);
  }

  /**
   * Stores a new item, at the end of the list unless the input has a position. Visitors see it
   * unless the input says otherwise.
   */
  create(input: Record<string, unknown>, userId: string | null): Promise<T> {
    const { table, encode, decode } = this.#rows;
    return this.#write(async (transaction) => {
      const { last } = await transaction
        .selectFrom(table)
        .select((eb) => eb.fn.max('displayOrder').as('last'))
        .executeTakeFirstOrThrow();
      const addDetails = await readPictureDetails(transaction, this.collection, [input]);
      const values = {
        displayOrder: last === null ? 0 : Number(last) + 1,
        ...this.collection.defaults,
        ...planPublication(undefined, addDetails(input)),
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
      await this.#recordChanges(transaction, [
        { itemId: id, action: 'created', at, userId, after },
      ]);
      return after;
    });
  }

  /**
   * Updates only the fields that are sent. If no value differs, no new version is created.
   * @param isExpected whether the change was made from the given version
   * @throws AppError not_found; changed when another version is stored
   */
  async update(
    id: string,
    values: Record<string, unknown>,
    userId: string | null,
    isExpected?: (version: string) => boolean,
  ): Promise<T> {
    const [item] = await this.#write((transaction) =>
      this.#updateRows(transaction, [{ id, values }], userId, isExpected),
    );
    if (!item) throw this.#createNotFoundError();
    return item;
  }

  /**
   * Updates all of these items, or none. The number of statements does not depend on their number.
   * @throws AppError not_found
   */
  updateSeveral(changes: readonly ItemChange[], userId: string | null): Promise<T[]> {
    return this.#write((transaction) => this.#updateRows(transaction, changes, userId));
  }

  /**
   * Deletes all of these items, or none.
   * @throws AppError not_found, or the first error of `beforeRemove`
   */
  remove(ids: readonly string[], userId: string | null): Promise<void> {
    const uniqueIds = [...new Set(ids)];
    const options = { beforeRemove: this.beforeRemove, userId };
    return this.#write(async (transaction) => {
      const { deletedIds, errors } = await removeItems(
        transaction,
        this.collection,
        uniqueIds,
        options,
      );
      for (const error of errors.values()) throw error;
      if (deletedIds.length < uniqueIds.length) throw this.#createNotFoundError();
    });
  }

  /** Restores all of these deleted items, or none. @throws as `restore` */
  restoreDeleted(ids: readonly string[], userId: string | null): Promise<T[]> {
    return this.#write((transaction) =>
      restoreItems(transaction, this.collection, [...new Set(ids)], {}, userId),
    );
  }

  /**
   * Restores a version of an item, also of a deleted one.
   * @throws AppError not_found; conflict when there is nothing to undo or the version is not valid
   * any more
   */
  async restore(id: string, input: RestoreInput, userId: string | null): Promise<T> {
    const [item] = await this.#write((transaction) =>
      restoreItems(transaction, this.collection, [id], input, userId),
    );
    if (!item) throw this.#createNotFoundError();
    return item;
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
      await this.#recordChanges(transaction, [{ itemId: id, action: 'deleted', at, userId }]);
    });
  }

  /**
   * Puts the items into the given order.
   * @param orderedIds every stored id, once each
   * @throws AppError conflict when they are not exactly the stored ones
   */
  reorder(orderedIds: readonly string[], userId: string | null): Promise<void> {
    return this.#write(async (transaction) => {
      const rows = await this.#selectOrdered(transaction);
      await reorderItems(transaction, this.collection, rows, orderedIds, userId);
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

  async #updateRows(
    transaction: DatabaseTransaction,
    changes: readonly ItemChange[],
    userId: string | null,
    isExpected?: (version: string) => boolean,
  ): Promise<T[]> {
    const { encode, decode, findSeveral, isUnchanged, save } = this.#rows;
    const rows = await findSeveral(transaction, [...new Set(changes.map(({ id }) => id))]);
    const addDetails = await readPictureDetails(
      transaction,
      this.collection,
      changes.map(({ values }) => values),
    );
    const changed = new Map<string, StoredRow>();
    const records: ChangeRecord[] = [];
    const updated = changes.map(({ id, values }) => {
      const stored = rows.get(id);
      if (!stored) throw this.#createNotFoundError();
      if (isExpected?.(stored.updatedAt) === false) {
        throw new AppError('changed', `Someone else changed this ${this.#noun} in the meantime.`);
      }
      const before = decode(stored);
      const cells = encode(planPublication(before, addDetails(values, { ...before })));
      if (isUnchanged(stored, cells)) return before;
      const at = createTimestampAfter(stored.updatedAt);
      const row = { ...stored, ...cells, updatedAt: at };
      // A later change of the same item starts from this one.
      rows.set(id, row);
      changed.set(id, row);
      const after = decode(row);
      records.push({ itemId: id, action: 'changed', at, userId, before, after });
      return after;
    });
    if (records.length === 0) return updated;
    await save(transaction, [...changed.values()]);
    await this.#recordChanges(transaction, records);
    return updated;
  }

  readonly #decodePublished = (row: object) => toPublished(this.#rows.decode(row));

  #selectOrdered(db: Database, state?: Publication['state']) {
    return db
      .selectFrom(this.#rows.table)
      .selectAll()
      .$if(state !== undefined, (query) => query.where('state', '=', String(state)))
      .orderBy('displayOrder')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  }

  #write<Result>(change: (transaction: DatabaseTransaction) => Promise<Result>): Promise<Result> {
    return runInTransaction(this.db, async (transaction) => {
      // First, because its row lock serializes the writers: no other change happens between a check
      // and the write that depends on it.
      await lockContentVersion(transaction);
      return change(transaction);
    });
  }

  async #recordChanges(transaction: DatabaseTransaction, records: readonly ChangeRecord[]) {
    const subject = this.collection.path;
    await bumpContentVersion(transaction);
    await writeAudit(
      transaction,
      records.map((record) => ({ ...record, subject })),
    );
  }
}
