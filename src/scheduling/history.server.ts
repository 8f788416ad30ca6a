import type { DatabaseTransaction } from '../db/database.server';
import { writeAudit } from '../foundation/audit/store.server';
import { type CallHistoryEntry, callAuditSubject } from './history';
import type { StoredCall } from './table.server';

interface CallHistoryChange {
  what: CallHistoryEntry['what'];
  /** Time of the change, as reported by its source; ISO 8601. */
  at: string;
  /** The admin; null for the visitor or a provider. */
  userId?: string | null;
  /** The owner's note. */
  note?: string | null;
}

/**
 * Records a change of a call in the lead's history, in the same transaction as the change. Records
 * nothing for calls without a lead, or of an unconfirmed person.
 */
export async function writeCallHistory(
  transaction: DatabaseTransaction,
  call: Pick<StoredCall, 'id' | 'leadId' | 'personConfirmed' | 'source' | 'startAt'>,
  { what, at, userId = null, note }: CallHistoryChange,
): Promise<void> {
  if (call.leadId === null || !call.personConfirmed) return;
  await writeAudit(transaction, [
    {
      subject: callAuditSubject,
      itemId: call.leadId,
      action: what === 'booked' ? 'created' : 'changed',
      at,
      userId,
      after: {
        what,
        source: call.source,
        start: call.startAt,
        callId: call.id,
        ...(note && { note }),
      } satisfies CallHistoryEntry,
    },
  ]);
}
