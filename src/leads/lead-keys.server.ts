import { parseAttribution } from '../analytics/contract';
import { toFunnelSource } from '../analytics/store.server';
import type { Database } from '../db/database.server';
import { lockFreeRows } from '../db/locks.server';
import { runInTransaction } from '../db/transactions.server';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';
import type { Lead } from './contract';
import type { NewLeadRow } from './table.server';

/**
 * Minimum number of digits by which phone numbers are compared. Shorter ones may match by chance.
 */
const minPhoneDigits = 7;

/**
 * Normalizes a phone number for comparison: digits only, without an extension and without the
 * country code of the USA and Canada, which is often omitted. Null for a number that is too short.
 */
function normalizePhone(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/(?:ext\.?|x|#)\s*\d+\s*$/i, '').replace(/\D/g, '');
  if (digits.length < minPhoneDigits) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Derives the columns by which a lead is grouped and filtered. */
export const deriveLeadKeys = ({
  email,
  phone,
  attribution,
}: Pick<Lead, 'email' | 'phone' | 'attribution'>): Pick<
  NewLeadRow,
  'person' | 'phoneDigits' | 'source'
> => ({
  person: normalizeMailbox(email),
  phoneDigits: normalizePhone(phone),
  source: toFunnelSource(attribution),
});

/** Maximum number of leads per transaction. Small, because on SQLite new leads wait for it. */
const maxBatchSize = 200;

/**
 * Fills in the keys of leads that an earlier release has stored.
 * @param isStopped checked between batches
 */
export async function fillLeadKeys(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let isMore = true;
  while (isMore && !isStopped()) isMore = await fillBatch(db);
}

/** Fills in the keys of a batch. @returns whether there may be more leads without them */
const fillBatch = (db: Database): Promise<boolean> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction
      .selectFrom('leads')
      .select(['id', 'email', 'phone', 'attribution'])
      .where('person', 'is', null)
      .limit(maxBatchSize);
    const rows = await lockFreeRows(transaction, query).execute();
    for (const { id, attribution, ...row } of rows) {
      await transaction
        .updateTable('leads')
        .set(deriveLeadKeys({ ...row, attribution: parseAttribution(attribution) }))
        .where('id', '=', id)
        .execute();
    }
    return rows.length === maxBatchSize;
  });
