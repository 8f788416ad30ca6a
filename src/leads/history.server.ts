import { type RawBuilder, sql } from 'kysely';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import { type AuditRecord, deleteItemHistory, writeAudit } from '../foundation/audit/store.server';

/** The audit subject of changes to a lead itself. */
export const leadSubject = 'leads';

/**
 * The audit subject of a lead's notes, contacts and tasks. Its entries are without content, and in no
 * timeline, which lists the records themselves: other screens notice by them that one has changed.
 */
export const recordSubject = 'lead-records';

type OptionalFields = 'subject' | 'action';

/** Records changes of leads in their history, in the same transaction. */
export const writeLeadHistory = (
  transaction: DatabaseTransaction,
  ...changes: (Omit<AuditRecord, OptionalFields> & Partial<Pick<AuditRecord, OptionalFields>>)[]
): Promise<void> =>
  writeAudit(
    transaction,
    changes.map((change) => ({ subject: leadSubject, action: 'changed', ...change })),
  );

/** Records deletions of leads in the audit log, without their content and contact data. */
export const recordLeadDeletions = (
  transaction: DatabaseTransaction,
  ids: readonly string[],
  at: string,
  userId: string | null,
): Promise<void> =>
  writeLeadHistory(
    transaction,
    ...ids.map((itemId) => ({ itemId, action: 'deleted' as const, at, userId })),
  );

/**
 * Builds an SQL condition on a row of `audit`: whether a stored lead's timeline shows it, which is
 * the only place for what the owner noted about a call, or a visitor asked about a proposal.
 */
export const isInLeadTimeline = (timelineSubjects: readonly string[]): RawBuilder<boolean> => sql`(
  audit.subject in (${sql.join([leadSubject, ...timelineSubjects])})
  and exists (select 1 from leads where leads.id = audit.item_id)
)`;

/**
 * Removes the history of leads that are purged, of their records, and of their payments and calls
 * (`timelineSubjects`): it contains what was typed. Only the entry of the deletion stays.
 */
export async function purgeLeadHistory(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  timelineSubjects: readonly string[],
): Promise<void> {
  for (const subject of [recordSubject, ...timelineSubjects]) {
    await deleteItemHistory(transaction, subject, ids);
  }
  for (const batch of splitIntoBatches(ids)) {
    await transaction
      .deleteFrom('audit')
      .where('subject', '=', leadSubject)
      .where('itemId', 'in', batch)
      .where('action', '<>', 'deleted')
      .execute();
  }
}
