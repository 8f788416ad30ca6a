import { type RawBuilder, sql } from 'kysely';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import { undoPeriodMs } from '../contract';
import { updateStaleNextSteps } from '../detail/tasks.server';
import { purgeLeadHistory, recordLeadDeletions } from '../history.server';
import type { LeadHooks } from '../hooks.server';

/**
 * Undoes the merge of inquiries that outlive the lead that they were merged into. Otherwise they
 * would be in no list.
 */
async function separateOrphans(transaction: DatabaseTransaction): Promise<void> {
  await sql`
    update leads set merged_into_id = null, merged_at = null
    where merged_into_id is not null
      and not exists (select 1 from leads as kept where kept.id = leads.merged_into_id)`.execute(
    transaction,
  );
}

/**
 * Deletes leads for good, with everything that belongs to them, apart from the entry of their
 * deletion in the history: also their next steps in the leads that they were merged into, and the
 * names of imported files of which no lead is left.
 */
export async function purgeLeads(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  timelineKinds: LeadHooks['timelineKinds'],
): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    await transaction.deleteFrom('idempotencyKeys').where('leadId', 'in', batch).execute();
    await transaction.deleteFrom('leads').where('id', 'in', batch).execute();
  }
  await purgeLeadHistory(transaction, ids, Object.keys(timelineKinds));
  await updateStaleNextSteps(transaction);
  await sql`
    update lead_imports set file_name = null
    where file_name is not null
      and not exists (select 1 from leads where leads.import_id = lead_imports.id)`.execute(
    transaction,
  );
  await separateOrphans(transaction);
}

/** How long before its deletion an expired lead is announced in the list. */
const noticePeriodMs = 30 * DAY;

/**
 * Builds an SQL condition on a row of `leads`: whether anything happened to the inquiry since a
 * time, or is planned for later.
 */
const wasActiveSince = (time: string): RawBuilder<boolean> => sql`(
  leads.updated_at >= ${time}
  or leads.next_step_due_at >= ${time}
  or exists (select 1 from lead_notes as note
    where note.lead_id = leads.id and note.created_at >= ${time})
  or exists (select 1 from lead_contacts as contact
    where contact.lead_id = leads.id and contact.created_at >= ${time})
  or exists (select 1 from lead_tasks as task
    where task.lead_id = leads.id
    and (task.created_at >= ${time} or task.done_at >= ${time} or task.due_at >= ${time}))
)`;

/**
 * Builds an SQL condition on a row of `leads` with the alias `root`: whether it is closed or spam,
 * not won, and without activity since a time, as are the inquiries that were merged into it.
 */
const isIdleSince = (time: string, isInUse: RawBuilder<boolean>): RawBuilder<boolean> => sql`(
  root.created_at < ${time}
  and root.status <> 'closed_won'
  and (root.status = 'closed_lost' or root.suspect is not null)
  and not exists (
    with recursive inquiries (id) as (
      select root.id
      union
      select leads.id from leads join inquiries on leads.merged_into_id = inquiries.id
    )
    select 1 from leads join inquiries on inquiries.id = leads.id
    where ${wasActiveSince(time)} or ${isInUse}
  )
)`;

/** Announces the leads that retention is going to delete, and withdraws announcements. */
async function announceExpiry(
  transaction: DatabaseTransaction,
  { isInUseSince }: LeadHooks['retention'],
  retentionMonths: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + noticePeriodMs);
  const lastActivity = new Date(expiresAt);
  lastActivity.setUTCMonth(lastActivity.getUTCMonth() - retentionMonths);
  const time = lastActivity.toISOString();
  const isIdle = isIdleSince(time, isInUseSince(time));
  await sql`update leads as root set expires_at = null
    where root.expires_at is not null and not ${isIdle}`.execute(transaction);
  await sql`update leads as root set expires_at = ${expiresAt.toISOString()}
    where root.expires_at is null and root.deleted_at is null and root.merged_into_id is null
      and ${isIdle}`.execute(transaction);
}

/**
 * Builds an SQL condition on a row of `leads`: whether it can be purged, because its retention period
 * or the time to restore it is over. Not before a booked call is over, which its visitor expects.
 */
const isExpired = ({ selectPlanned }: LeadHooks['calls']) => sql<boolean>`(leads.id in (
  with recursive expired (id) as (
    select lead.id from leads as lead where lead.deleted_at < ${getTimeAgo(undoPeriodMs)}
    union
    select lead.id from leads as lead where lead.expires_at < ${getTimeAgo(0)}
    union
    select lead.id from leads as lead join expired on lead.merged_into_id = expired.id
  )
  select id from expired
) and not exists (
  select 1 from (${selectPlanned()}) as planned where planned.id = leads.id
))`;

/**
 * Deletes for good the leads whose retention period is over, and those that were deleted 30 days
 * ago, with everything that belongs to them and the inquiries that were merged into them, but none
 * whose booked call is not over. A lead is
 * retained for a number of months after the last activity, and while it is open, won or paid. Each
 * deletion is announced 30 days before. Runs every hour, as a housekeeping job.
 */
export async function purgeExpiredLeads(
  db: Database,
  { calls, retention, timelineKinds }: Pick<LeadHooks, 'calls' | 'retention' | 'timelineKinds'>,
  retentionMonths: number,
): Promise<void> {
  await runInTransaction(db, async (transaction) => {
    const isLeadExpired = isExpired(calls);
    const expired = transaction.selectFrom('leads').where(isLeadExpired);
    // Lock first, then look: after the wait for a lead that is being changed, PostgreSQL does not
    // repeat the search for expired leads.
    await lockRows(transaction, expired.select('id').orderBy('id')).execute();
    await announceExpiry(transaction, retention, retentionMonths);
    await retention.beforeDelete(transaction, isLeadExpired);
    const leads = await expired
      .select(['id', 'deletedAt'])
      .where(({ not }) => not(retention.isRetained))
      .execute();
    if (leads.length === 0) return;
    const ids = leads.map(({ id }) => id);
    await purgeLeads(transaction, ids, timelineKinds);
    const unrecorded = leads.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
    await recordLeadDeletions(transaction, unrecorded, new Date().toISOString(), null);
  });
}
