import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { isPostgres } from '../../db/is-postgres.server';
import { lockFreeRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { z } from '../../lib/schema';
import { toLead } from '../table.server';
import { toSearchText } from './search-text';
import { insertSearchTexts } from './search-text-table.server';
import { selectValues } from './text-search.server';

declare module '../../db/database.server' {
  interface Tables {
    /** Texts that the previous release has not indexed yet. This release only empties it. */
    leadSearchQueue: {
      id: string;
      /** JSON: pairs of a lead's ID and its text. */
      texts: string;
    };
  }
}

const queuedTexts = z.array(z.tuple([z.string(), z.string()]));

/**
 * Indexes the texts that a process of the previous release has queued. A lead that was changed
 * meanwhile has a newer text already, which stays.
 */
export async function indexQueuedTexts(db: Database): Promise<void> {
  const first = await db.selectFrom('leadSearchQueue').select('id').limit(1).executeTakeFirst();
  // Without a transaction, which locks the database on SQLite.
  if (!first) return;
  await runInTransaction(db, async (transaction) => {
    const rows = await transaction.deleteFrom('leadSearchQueue').returning('texts').execute();
    const texts = new Map(rows.flatMap((row) => queuedTexts.parse(JSON.parse(row.texts))));
    const leads = transaction
      .selectFrom('leads')
      .select('id')
      .where(sql<boolean>`not exists (select 1 from lead_search_texts where lead_id = leads.id)`)
      .where('id', 'in', selectValues(transaction, [...texts.keys()]))
      .orderBy('id');
    // A concurrent deletion of a lead must not fail the statement.
    const found = await (isPostgres(transaction) ? leads.forKeyShare() : leads).execute();
    const missing = found.map(({ id }) => ({ leadId: id, text: texts.get(id) ?? '', indexed: 1 }));
    await transaction.executeQuery(insertSearchTexts(transaction, missing));
  });
}

/** Maximum number of leads per transaction. Small, because on SQLite new leads wait for it. */
const maxBatchSize = 200;

/**
 * Stores missing search texts. The leads are from before the column existed, or were stored by a
 * release from before it after a rollback.
 * @param isStopped checked between batches
 */
export async function fillSearchTexts(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let afterId: string | undefined = '';
  while (afterId !== undefined && !isStopped()) afterId = await fillBatch(db, afterId);
}

/**
 * Stores missing texts of a batch of leads after this id.
 * @returns the last id; undefined when none was missing
 */
function fillBatch(db: Database, afterId: string): Promise<string | undefined> {
  // SQLite has no row locks: there, the transaction locks the whole database.
  const lock = isPostgres(db) ? sql`for key share` : sql``;
  return runInTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('leads')
      .selectAll()
      .where('id', '>', afterId)
      .where(sql<boolean>`not exists (select 1 from lead_search_texts where lead_id = leads.id)`)
      .orderBy('id')
      .limit(maxBatchSize)
      // A concurrent deletion of a lead must not fail the batch.
      .modifyEnd(lock)
      .execute();
    const texts = rows.map((row) => ({
      leadId: row.id,
      text: toSearchText(toLead(row)),
      indexed: 1,
    }));
    if (texts.length > 0) await transaction.executeQuery(insertSearchTexts(transaction, texts));
    return rows.at(-1)?.id;
  });
}

/**
 * Adds the stored texts of an earlier release to the index.
 * @param isStopped checked between batches
 */
export async function indexStoredTexts(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let isMore = true;
  while (isMore && !isStopped()) isMore = await indexBatch(db);
}

/** Adds a batch of stored texts to the index. @returns whether there were any to add */
const indexBatch = (db: Database): Promise<boolean> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction
      .selectFrom('leadSearchTexts')
      .select('leadId')
      // As a literal, so that PostgreSQL finds the partial index.
      .where('indexed', '=', sql.lit(0))
      .orderBy('leadId')
      .limit(maxBatchSize);
    const rows = await lockFreeRows(transaction, query).execute();
    if (rows.length === 0) return false;
    await transaction
      .updateTable('leadSearchTexts')
      .set({ indexed: 1 })
      .where(
        'leadId',
        'in',
        rows.map(({ leadId }) => leadId),
      )
      .execute();
    return true;
  });
