import { sql } from 'kysely';
import { createBulkStatement } from '../../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { isPostgres } from '../../../db/is-postgres.server';
import { lockFreeRows } from '../../../db/lock-rows.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import type { Lead } from '../contract';
import { toLead } from '../table.server';
import { toSearchText } from './search-text';

export interface SearchTextRow {
  leadId: string;
  text: string;
  /** 1 if the index has the text. The database updates the index when the row changes. */
  indexed: number;
}

declare module '../../../db/database.server' {
  interface Tables {
    leadSearchTexts: SearchTextRow;
  }
}

/** Stores search texts of leads, unless they exist. */
export const insertSearchTexts = createBulkStatement(
  { leadId: 'text', text: 'text', indexed: 'integer' },
  (db, rows, names) =>
    db
      .insertInto('leadSearchTexts')
      .columns(names)
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

/** Stores the search text of a lead that was changed. */
export async function saveSearchText(transaction: DatabaseTransaction, lead: Lead): Promise<void> {
  const text = toSearchText(lead);
  await transaction
    .insertInto('leadSearchTexts')
    .values({ leadId: lead.id, text, indexed: 1 })
    .onConflict((conflict) => conflict.column('leadId').doUpdateSet({ text, indexed: 1 }))
    .execute();
}

/** Maximum number of leads per transaction. Small, because on SQLite new leads wait for it. */
const maxBatchSize = 200;

/**
 * Stores missing search texts. The leads are from before the column existed, or were stored by an
 * earlier release during an update or after a rollback.
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
 * Stores missing texts of a batch of leads after this id. They are indexed later, because that
 * takes longer.
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
      indexed: 0,
    }));
    if (texts.length > 0) await transaction.executeQuery(insertSearchTexts(transaction, texts));
    return rows.at(-1)?.id;
  });
}

/** Adds a batch of stored texts to the index. @returns whether there were any to add */
export const indexStoredTexts = (db: Database): Promise<boolean> =>
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
