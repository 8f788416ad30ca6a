import { randomUUID } from 'node:crypto';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import {
  deleteItemHistory,
  findDeletions,
  findEntry,
  requireStoredVersion,
  type VersionSelector,
} from '../../foundation/audit/store.server';
import { AppError, createFormError } from '../../lib/errors';
import { maxInteger } from '../../lib/schema';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import {
  type BaseItem,
  type Collection,
  findMissing,
  type Publication,
  type Reorder,
} from './define-collection';
import { placeDeletedItems, planReorder } from './display-order.server';
import {
  type Cells,
  type DocumentPatch,
  DocumentStore,
  type IsExpected,
  type Values,
} from './documents.server';
import { fitToContract, readPictureDetails } from './item-values.server';
import { planDueChange, planPublication } from './plan-publication.server';
import { toPublished } from './publication';
import { createRowMapper, type StoredRow } from './table.server';

/**
 * Runs before items are deleted, in the same transaction.
 * @returns the error for each item that must stay
 */
export type BeforeRemove = (
  transaction: DatabaseTransaction,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, AppError>>;

/** The items of one collection: documents with a table of their own, in an order. */
export class CollectionStore<T extends BaseItem = BaseItem> extends DocumentStore<StoredRow> {
  readonly #rows: ReturnType<typeof createRowMapper<T>>;

  constructor(
    db: Database,
    private readonly collection: Collection<T>,
    private readonly beforeRemove?: BeforeRemove,
  ) {
    super(db, collection.path, collection.label);
    this.#rows = createRowMapper(collection);
  }

  /** Lists all items, drafts included, in display order, then by creation date. */
  async list(): Promise<T[]> {
    return (await this.#selectOrdered(this.db)).map(this.describe);
  }

  /** Lists the items that visitors see, in the same order. Can be passed as a function. */
  readonly listPublished = async (db: Database = this.db): Promise<T[]> =>
    (await this.#selectOrdered(db, 'published')).map(this.#decodePublished);

  /** @throws AppError not_found */
  async findById(id: string): Promise<T> {
    const row = (await this.find(this.db, [id])).get(id);
    if (!row) throw this.createNotFoundError();
    return this.describe(row);
  }

  /** @throws AppError not_found when there is none that visitors see */
  async findPublished(id: string, db: Database = this.db): Promise<T> {
    const [item] = await this.findPublishedByIds([id], db);
    if (!item) throw this.createNotFoundError();
    return item;
  }

  /** Finds the items with these ids that visitors see, in this order. Others are skipped. */
  async findPublishedByIds(ids: readonly string[], db: Database = this.db): Promise<T[]> {
    const rows = await this.find(db, ids);
    return ids
      .flatMap((id) => rows.get(id) ?? [])
      .filter(({ state }) => state === 'published')
      .map(this.#decodePublished);
  }

  /**
   * Stores a new item, at the end of the list unless the input has a position. Visitors see it
   * unless the input says otherwise.
   */
  create(input: Values, userId: string | null): Promise<T> {
    const { table, encode } = this.#rows;
    return this.write(async (transaction) => {
      const { last } = await transaction
        .selectFrom(table)
        .select((eb) => eb.fn.max('displayOrder').as('last'))
        .executeTakeFirstOrThrow();
      const addDetails = await readPictureDetails(transaction, this.collection, [input]);
      const values = {
        // Behind an item at the largest position, the creation date decides.
        displayOrder: last === null ? 0 : Math.min(Number(last) + 1, maxInteger),
        ...this.collection.blanks,
        ...this.collection.defaults,
        ...planPublication(undefined, addDetails(input)),
      };
      const { displayOrder } = values;
      const id = randomUUID();
      const at = new Date().toISOString();
      const after = await transaction
        .insertInto(table)
        .values({ ...encode(values), displayOrder, id, createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow();
      const item = this.describe(after);
      await this.record(transaction, [{ itemId: id, action: 'created', at, userId, after: item }]);
      return item;
    });
  }

  /** Changes only the fields that are sent. @throws as `updateSeveral` */
  async update(
    id: string,
    values: Values,
    userId: string | null,
    isExpected?: IsExpected,
  ): Promise<T> {
    const [item] = await this.updateSeveral([{ id, values, isExpected }], userId);
    if (!item) throw this.createNotFoundError();
    return item;
  }

  /**
   * Changes all of these items, or none.
   * @throws AppError not_found, invalid; changed when another version of one is stored
   */
  updateSeveral(changes: readonly DocumentPatch<Values>[], userId: string | null): Promise<T[]> {
    return this.write(async (transaction) =>
      (await this.updateRows(transaction, changes, userId)).map(this.describe),
    );
  }

  /**
   * Deletes all of these items, or none.
   * @throws AppError not_found, or the first error of `beforeRemove`
   */
  remove(ids: readonly string[], userId: string | null): Promise<void> {
    const uniqueIds = [...new Set(ids)];
    return this.write(async (transaction) => {
      const { deletedIds, errors } = await this.removeRows(transaction, uniqueIds, userId);
      for (const error of errors.values()) throw error;
      if (deletedIds.length < uniqueIds.length) throw this.createNotFoundError();
    });
  }

  /**
   * Deletes items in a transaction, apart from those that `beforeRemove` needs, as a package that was
   * paid. The number of statements does not depend on the number of items.
   * @returns the ids of the deleted items, and the errors of `beforeRemove`
   */
  async removeRows(
    transaction: DatabaseTransaction,
    ids: readonly string[],
    userId: string | null,
  ): Promise<{ deletedIds: string[]; errors: ReadonlyMap<string, AppError> }> {
    const rows = await this.find(transaction, ids);
    const errors = (await this.beforeRemove?.(transaction, [...rows.keys()])) ?? new Map();
    const deleted = [...rows.values()].filter(({ id }) => !errors.has(id));
    const deletedIds = deleted.map(({ id }) => id);
    for (const batch of splitIntoBatches(deletedIds)) {
      await transaction.deleteFrom(this.#rows.table).where('id', 'in', batch).execute();
    }
    const changes = deleted.map((before) => ({ action: 'deleted', before }) as const);
    await this.commit(transaction, changes, userId);
    return { deletedIds, errors };
  }

  /**
   * Restores a version of an item, even of a deleted one: without an entry, the one before the
   * deletion.
   * @throws AppError not_found; conflict when there is nothing to undo or the version is not valid
   * any more
   */
  async restore(id: string, version: Partial<VersionSelector>, userId: string | null): Promise<T> {
    const { entryId, side } = version;
    return this.write(async (transaction) => {
      const current = (await this.find(transaction, [id])).get(id);
      if (current && entryId !== undefined) {
        const selector = { entryId, side };
        return this.describe(await this.restoreRow(transaction, current, selector, userId));
      }
      const [item] = await this.restoreDeletedRows(transaction, [id], userId, version);
      if (!item) throw this.createNotFoundError();
      return item;
    });
  }

  /** Restores all of these deleted items, or none. @throws as `restore` */
  restoreDeleted(ids: readonly string[], userId: string | null): Promise<T[]> {
    return this.write((transaction) =>
      this.restoreDeletedRows(transaction, [...new Set(ids)], userId),
    );
  }

  /**
   * Restores deleted items in a transaction, with their ids and creation dates. An item gets the
   * position that it had: the order belongs to the list, not to a version. The number of statements
   * does not depend on the number of items.
   */
  async restoreDeletedRows(
    transaction: DatabaseTransaction,
    ids: readonly string[],
    userId: string | null,
    { entryId, side }: Partial<VersionSelector> = {},
  ): Promise<T[]> {
    const { table, encode } = this.#rows;
    const stored = await transaction.selectFrom(table).selectAll().execute();
    const presentIds = new Set(stored.map(({ id }) => id));
    const deletions = await findDeletions(transaction, this.subject, ids);
    const versions = new Map<string, Values>();
    for (const id of ids) {
      if (presentIds.has(id)) throw this.#createNotDeletedError();
      const last = deletions.get(id)?.before;
      if (!last) throw this.createNotFoundError();
      const version =
        entryId === undefined
          ? last
          : await requireStoredVersion(transaction, this.subject, id, { entryId, side });
      versions.set(id, fitToContract(this.collection, version, last.state));
    }
    const inputs = [...versions.values()];
    // A version of an earlier release doesn't say how its pictures are shown.
    const addDetails = await readPictureDetails(transaction, this.collection, inputs);
    const items = [...versions].map(([id, values]) => ({
      ...{ id, values: addDetails(values) },
      ...{ last: { ...deletions.get(id)?.before }, deletedAt: deletions.get(id)?.at ?? '' },
    }));
    const { restored, moved } = placeDeletedItems(stored, items, encode);
    const changes = restored.map((after) => ({ action: 'restored', after }) as const);
    await this.commit(transaction, changes, userId, moved);
    const placed = new Map([...restored, ...moved].map((row) => [row.id, row]));
    return ids.flatMap((id) => placed.get(id) ?? []).map(this.describe);
  }

  /**
   * Deletes the history of a deleted item permanently. The audit log still shows the deletion.
   * @throws AppError not_found when there is no such history; conflict when the item still exists
   */
  purge(id: string, userId: string | null): Promise<void> {
    return this.write(async (transaction) => {
      if ((await this.find(transaction, [id])).has(id)) throw this.#createNotDeletedError();
      const deletion = await findEntry(transaction, this.subject, id, { action: 'deleted' });
      if (!deletion?.before) throw this.createNotFoundError();
      await deleteItemHistory(transaction, this.subject, [id]);
      const at = createTimestampAfter(deletion.at);
      await this.record(transaction, [{ itemId: id, action: 'deleted', at, userId }]);
    });
  }

  /** Puts the items into the given order. @throws as `planReorder` */
  reorder(order: Reorder, userId: string | null): Promise<void> {
    return this.write(async (transaction) => {
      const { moved, range } = planReorder(await this.#selectOrdered(transaction), order);
      if (moved.length === 0) return;
      await this.save(transaction, moved);
      const at = new Date().toISOString();
      await this.record(
        transaction,
        range ? [{ itemId: null, action: 'reordered', at, userId, ...range }] : [],
      );
    });
  }

  async findNextDueAt(): Promise<string | null> {
    const { publishAt, unpublishAt } = await this.db
      .selectFrom(this.#rows.table)
      .select(({ fn }) => [
        fn.min('publishAt').as('publishAt'),
        fn.min('unpublishAt').as('unpublishAt'),
      ])
      .executeTakeFirstOrThrow();
    return [publishAt, unpublishAt].filter((at) => at !== null).sort()[0] ?? null;
  }

  protected findDue(db: Database, now: string): Promise<StoredRow[]> {
    return db
      .selectFrom(this.#rows.table)
      .selectAll()
      .where((eb) => eb.or([eb('publishAt', '<=', now), eb('unpublishAt', '<=', now)]))
      .execute();
  }

  protected find(db: Database, ids: readonly string[]): Promise<Map<string, StoredRow>> {
    return this.#rows.find(db, ids);
  }

  protected save(transaction: DatabaseTransaction, rows: readonly StoredRow[]): Promise<void> {
    return this.#rows.save(transaction, rows);
  }

  protected readonly describe = (row: StoredRow): T => this.#rows.decode(row);

  protected async preparePlan(
    transaction: DatabaseTransaction,
    changes: readonly DocumentPatch<Values>[],
  ): Promise<(before: StoredRow, values: Values) => Cells> {
    const inputs = changes.map(({ values }) => values);
    const addDetails = await readPictureDetails(transaction, this.collection, inputs);
    return (row, values) => {
      const before = this.describe(row);
      const planned = planPublication(before, addDetails(values, before));
      this.#requireComplete({ ...before, ...planned });
      return this.#rows.encode(planned);
    };
  }

  protected planDue(row: StoredRow, now: string): Cells | undefined {
    const change = planDueChange(this.describe(row), now);
    return change && this.#rows.encode(change);
  }

  protected async planRestore(
    transaction: DatabaseTransaction,
    { state }: StoredRow,
    version: Values,
  ): Promise<Cells> {
    const { displayOrder: _, ...values } = fitToContract(this.collection, version, state);
    const addDetails = await readPictureDetails(transaction, this.collection, [values]);
    return this.#rows.encode(addDetails(values));
  }

  readonly #decodePublished = (row: StoredRow): T => toPublished(this.describe(row));

  /** @throws AppError invalid when an item that is not a draft lacks required fields */
  #requireComplete(item: Values): void {
    if (item.state === 'draft') return;
    const missing = findMissing(this.collection, item);
    if (Object.keys(missing).length > 0) throw createFormError(missing);
  }

  #createNotDeletedError() {
    return new AppError('conflict', `This ${this.label.toLowerCase()} is not deleted.`);
  }

  #selectOrdered(db: Database, state?: Publication['state']): Promise<StoredRow[]> {
    return db
      .selectFrom(this.#rows.table)
      .selectAll()
      .$if(state !== undefined, (query) => query.where('state', '=', String(state)))
      .orderBy('displayOrder')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  }
}
