import { v7 as uuidv7 } from 'uuid';
import { type Columns, createBulkStatement } from '../../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { isPostgres } from '../../../db/is-postgres.server';
import { lockFreeRows } from '../../../db/lock-rows.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { z } from '../../../lib/schema';
import { insertSearchTexts, type SearchTextRow } from './search-text-table.server';

/** The search texts of new leads that are not in their table yet. */
interface SearchQueueRow {
  id: string;
  /** JSON: pairs of a lead's ID and its text. */
  texts: string;
}

declare module '../../../db/database.server' {
  interface Tables {
    leadSearchQueue: SearchQueueRow;
  }
}

const queuedTexts = z.array(z.tuple([z.string(), z.string()]));

const queueColumns: Columns<SearchQueueRow> = { id: 'text', texts: 'text' };

const insertIntoQueue = createBulkStatement(queueColumns, (db, rows, names) =>
  db.insertInto('leadSearchQueue').columns(names).expression(rows),
);

/**
 * Builds the statement that queues the search texts of new leads. One row for all leads of a commit:
 * a row for each in the table of the texts, with its index, takes longer than the lead itself.
 */
export function queueSearchTexts(
  transaction: DatabaseTransaction,
  texts: readonly Pick<SearchTextRow, 'leadId' | 'text'>[],
) {
  const pairs: z.output<typeof queuedTexts> = texts.map(({ leadId, text }) => [
    leadId,
    text.toWellFormed(),
  ]);
  return insertIntoQueue(transaction, [{ id: uuidv7(), texts: JSON.stringify(pairs) }]);
}

/** Maximum number of queued commits per transaction. Each has up to 64 leads. */
const maxBatchSize = 4;

/** Returns the texts of leads that still exist. A concurrent deletion waits for the transaction. */
async function withExistingLeads<Text extends { leadId: string }>(
  transaction: DatabaseTransaction,
  texts: readonly Text[],
): Promise<Text[]> {
  const query = transaction
    .selectFrom('leads')
    .select('id')
    .where(
      'id',
      'in',
      texts.map(({ leadId }) => leadId),
    );
  const rows = await (isPostgres(transaction) ? query.forKeyShare() : query).execute();
  const ids = new Set(rows.map(({ id }) => id));
  return texts.filter(({ leadId }) => ids.has(leadId));
}

/**
 * Moves a batch of texts from the queue to their table and its index.
 * @returns whether there were any to move
 */
export async function indexQueuedTexts(db: Database): Promise<boolean> {
  const first = await db.selectFrom('leadSearchQueue').select('id').limit(1).executeTakeFirst();
  // Without a transaction, which locks the database on SQLite.
  if (!first) return false;
  return runInTransaction(db, async (transaction) => {
    const query = transaction
      .selectFrom('leadSearchQueue')
      .selectAll()
      .orderBy('id')
      .limit(maxBatchSize);
    const queued = await lockFreeRows(transaction, query).execute();
    if (queued.length === 0) return false;
    const texts = queued
      .flatMap((row) => queuedTexts.parse(JSON.parse(row.texts)))
      .map(([leadId, text]) => ({ leadId, text, indexed: 1 }))
      // Always in the same order, so that two processes can't deadlock.
      .sort((a, b) => (a.leadId < b.leadId ? -1 : 1));
    const stored = await withExistingLeads(transaction, texts);
    // A lead that was changed meanwhile has a newer text already, which stays.
    if (stored.length > 0) await transaction.executeQuery(insertSearchTexts(transaction, stored));
    await transaction
      .deleteFrom('leadSearchQueue')
      .where(
        'id',
        'in',
        queued.map(({ id }) => id),
      )
      .execute();
    return true;
  });
}

/** Empties the queue, so that a lead's text is deleted with the lead. */
export async function drainSearchQueue(db: Database): Promise<void> {
  while (await indexQueuedTexts(db));
}
