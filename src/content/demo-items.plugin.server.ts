import type { ExpressionBuilder } from 'kysely';
import { splitIntoBatches } from '../db/bulk-statement.server';
import { bumpContentVersion, lockContentVersion } from '../db/content-version.server';
import type { Database, DatabaseTransaction, Tables } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { findDeletions } from '../foundation/audit/store.server';
import { definePlugin } from '../foundation/environment/define-plugin.server';
import { describeRoutes } from '../http/api.server';
import { AppError } from '../lib/errors';
import { getTimeAgo } from '../lib/time/durations';
import { type CollectionPath, collections } from './collections/collections';
import type { CollectionStores } from './collections/collections.server';
import type { BaseItem } from './kit/define-collection';
import { createRowMapper, getCollectionTable } from './kit/table.server';
import { type DemoState, demoState, demoUndoMs } from './setup';
import './collections.plugin.server';

/** The mark of an item of the demo content. An item that the owner edits loses it. */
interface DemoItemRow {
  itemId: string;
  collection: string;
  /** When all demo content was removed. */
  removedAt: string | null;
}

declare module '../db/database.server' {
  interface Tables {
    demoItems: DemoItemRow;
  }
}

/** Marks items as demo content, in the transaction that inserts them. */
export async function markDemoItems(
  transaction: DatabaseTransaction,
  collection: CollectionPath,
  items: readonly { id: string }[],
): Promise<void> {
  await transaction
    .insertInto('demoItems')
    .values(items.map(({ id: itemId }) => ({ itemId, collection, removedAt: null })))
    .execute();
}

const isEdited = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'demoItems'>) =>
  exists(
    selectFrom('audit')
      .select('audit.id')
      .whereRef('audit.itemId', '=', 'demoItems.itemId')
      .where('audit.action', '=', 'changed')
      .whereRef('audit.subject', '=', 'demoItems.collection'),
  );

/**
 * Selects the marks of the items that nobody has edited or removed. Those that were edited count at
 * once, not when their marks are purged, because pages are rendered in between.
 */
const selectDemoItems = (db: Database) =>
  db
    .selectFrom('demoItems')
    .where('removedAt', 'is', null)
    .where((eb) => eb.not(isEdited(eb)));

/**
 * Removes the marks of items that the owner has edited, before their history expires, and of those
 * that can no longer be restored in one step.
 */
async function purgeDemoItems(db: Database): Promise<void> {
  await db
    .deleteFrom('demoItems')
    .where((eb) =>
      eb.or([
        eb('removedAt', '<=', getTimeAgo(demoUndoMs)),
        eb.and([eb('removedAt', 'is', null), isEdited(eb)]),
      ]),
    )
    .execute();
}

/** Lists the ids of the demo items on the site, by collection, in display order. */
async function listDemoItems(db: Database): Promise<Record<string, string[]>> {
  const items: Record<string, string[]> = {};
  for (const collection of collections) {
    // Without those that the owner has deleted one by one.
    const found = await db
      .selectFrom(getCollectionTable(collection))
      .select('id')
      .where('id', 'in', selectDemoItems(db).select('itemId'))
      .orderBy('displayOrder')
      .execute();
    items[collection.path] = found.map(({ id }) => id);
  }
  return items;
}

/** Returns whether the site still shows items of the demo content that nobody has edited. */
export const hasDemoItems = async (db: Database): Promise<boolean> =>
  Object.values(await listDemoItems(db)).some((ids) => ids.length > 0);

/** Reads which demo items are on the site, and until when removed ones can be restored. */
export async function getDemoState(db: Database): Promise<DemoState> {
  await purgeDemoItems(db);
  const { removedAt } = await db
    .selectFrom('demoItems')
    .select((eb) => eb.fn.max('removedAt').as('removedAt'))
    .executeTakeFirstOrThrow();
  return {
    items: await listDemoItems(db),
    restorableUntil: removedAt ? new Date(Date.parse(removedAt) + demoUndoMs).toISOString() : null,
  };
}

const listIds = (rows: readonly DemoItemRow[], path: CollectionPath): string[] =>
  rows.filter(({ collection }) => collection === path).map(({ itemId }) => itemId);

/** Removes all demo content in one step. Items that the owner has edited stay. */
async function removeDemoContent(
  db: Database,
  stores: CollectionStores,
  userId: string | null,
): Promise<DemoState> {
  await runInTransaction(db, async (transaction) => {
    // First, because its row lock serializes the writers.
    await lockContentVersion(transaction);
    const rows = await selectDemoItems(transaction).selectAll().execute();
    const removedAt = new Date().toISOString();
    for (const { path } of collections) {
      const { deletedIds } = await stores[path].removeRows(
        transaction,
        listIds(rows, path),
        userId,
      );
      for (const batch of splitIntoBatches(deletedIds)) {
        await transaction
          .updateTable('demoItems')
          .set({ removedAt })
          .where('itemId', 'in', batch)
          .execute();
      }
    }
  });
  return getDemoState(db);
}

/**
 * Restores the demo content that was removed within a day, each item at its place.
 * @throws AppError gone when there is none
 */
async function restoreDemoContent(
  db: Database,
  stores: CollectionStores,
  userId: string | null,
): Promise<DemoState> {
  await runInTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    const rows = await transaction
      .selectFrom('demoItems')
      .selectAll()
      .where('removedAt', '>', getTimeAgo(demoUndoMs))
      .execute();
    if (rows.length === 0) {
      throw new AppError('gone', 'The demo content can no longer be restored in one step.');
    }
    for (const collection of collections) {
      const { path } = collection;
      const ids = listIds(rows, path);
      // The owner may have restored some individually, and deleted the history of others.
      const present = await createRowMapper<BaseItem>(collection).find(transaction, ids);
      const deletions = await findDeletions(transaction, path, ids);
      const deletedIds = ids.filter((id) => !present.has(id) && deletions.get(id)?.before);
      await stores[path].restoreDeletedRows(transaction, deletedIds, userId);
    }
    await transaction
      .updateTable('demoItems')
      .set({ removedAt: null })
      .where('removedAt', 'is not', null)
      .execute();
  });
  return getDemoState(db);
}

const describeRoute = describeRoutes('demo');

/** Registers the routes that remove all demo content in one step, and undo that. */
export const demoItemsPlugin = definePlugin(
  { name: 'demo-items', dependencies: ['route-access', 'housekeeping', 'collections'] },
  (app, { db }) => {
    const { collectionStores: stores } = app;
    app.addHousekeepingJobs(purgeDemoItems);

    app.get(
      '/api/demo',
      describeRoute('admin', {
        operationId: 'getDemoContent',
        summary: 'The demo items on the site',
        response: { 200: demoState },
      }),
      () => getDemoState(db),
    );

    app.post(
      '/api/demo/remove',
      describeRoute('admin', {
        operationId: 'removeDemoContent',
        summary: 'Remove all demo content in one step',
        description:
          'Items that the owner has edited stay, as do packages that were paid. It can be undone for a day.',
        response: { 200: demoState },
      }),
      (request) => removeDemoContent(db, stores, request.userId),
    );

    app.post(
      '/api/demo/restore',
      describeRoute('admin', {
        operationId: 'restoreDemoContent',
        summary: 'Restore the demo content that was removed within a day',
        response: { 200: demoState },
        errors: ['gone'],
      }),
      (request) => restoreDemoContent(db, stores, request.userId),
    );
  },
);
