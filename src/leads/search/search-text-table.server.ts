import { createBulkStatement } from '../../db/bulk-statement.server';
import type { DatabaseTransaction } from '../../db/database.server';
import type { Lead } from '../contract';
import { toSearchText } from './search-text';

export interface SearchTextRow {
  leadId: string;
  text: string;
  /**
   * 1 if the index has the text: always 1, except in texts that a release before the index stored.
   * The database updates the index when the row changes.
   */
  indexed: number;
}

declare module '../../db/database.server' {
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
