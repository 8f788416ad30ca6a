import type { DatabaseTransaction } from '../../db/database.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { type CallHistoryEntry, callAuditSubject } from './history';
import type { BookingRow } from './table.server';

interface CallHistoryChange {
  what: CallHistoryEntry['what'];
  /** When it is said to have happened; ISO 8601. */
  at: string;
  /** The owner, when it was they; null for the visitor, and for a provider. */
  userId?: string | null;
}

/**
 * Writes into the lead's history what has become of a call, in the transaction in which it happens. A
 * call of nobody we know has no history yet, nor has one of somebody who only claims to be the lead.
 */
export async function writeCallHistory(
  transaction: DatabaseTransaction,
  call: Pick<BookingRow, 'leadId' | 'personConfirmed' | 'source' | 'startAt'>,
  { what, at, userId = null }: CallHistoryChange,
): Promise<void> {
  if (call.leadId === null || !call.personConfirmed) return;
  await writeAudit(transaction, [
    {
      subject: callAuditSubject,
      itemId: call.leadId,
      action: what === 'booked' ? 'created' : 'changed',
      at,
      userId,
      after: { what, source: call.source, start: call.startAt } satisfies CallHistoryEntry,
    },
  ]);
}
