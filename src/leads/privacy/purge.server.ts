import { sql } from 'kysely';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { DatabaseTransaction } from '../../db/database.server';
import { updateStaleNextSteps } from '../detail/tasks.server';
import { purgeLeadHistory } from '../history.server';
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
