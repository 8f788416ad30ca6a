import { sql } from 'kysely';
import { createBulkStatement } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import { isPostgres } from '../../db/is-postgres.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { toSearchText } from './search-text';
import { toLead } from './table.server';

export interface SearchTextRow {
  leadId: string;
  text: string;
}

declare module '../../db/database.server' {
  interface Tables {
    leadSearchTexts: SearchTextRow;
  }
}

/** Stores what leads are searched by; one that is stored already stays as it is. */
export const insertSearchTexts = createBulkStatement(
  { leadId: 'text', text: 'text' },
  (db, rows, names) =>
    db
      .insertInto('leadSearchTexts')
      .columns(names)
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

/** Leads whose search texts are made in one transaction: short, because new leads wait for it on SQLite. */
const maxBatchSize = 200;

/**
 * Stores the search texts that are missing: of leads from before there were any, and of those that an
 * earlier release stores while it runs beside this one, or after a rollback.
 * @param isStopped asked between batches
 */
export async function fillSearchTexts(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let afterId: string | undefined = '';
  while (afterId !== undefined && !isStopped()) afterId = await fillBatch(db, afterId);
}

/** Stores the missing texts of leads after this id. @returns the last one's id; undefined when there was none */
function fillBatch(db: Database, afterId: string): Promise<string | undefined> {
  // SQLite has no row locks: there the transaction holds the database.
  const lock = isPostgres(db) ? sql`for key share` : sql``;
  return runInTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('leads')
      .selectAll()
      .where('id', '>', afterId)
      .where(sql<boolean>`not exists (select 1 from lead_search_texts where lead_id = leads.id)`)
      .orderBy('id')
      .limit(maxBatchSize)
      // A lead that is deleted at this moment must not fail the batch.
      .modifyEnd(lock)
      .execute();
    const texts = rows.map((row) => ({ leadId: row.id, text: toSearchText(toLead(row)) }));
    if (texts.length > 0) await transaction.executeQuery(insertSearchTexts(transaction, texts));
    return rows.at(-1)?.id;
  });
}
