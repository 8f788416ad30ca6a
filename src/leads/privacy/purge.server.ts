import { sql } from 'kysely';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { DatabaseTransaction } from '../../db/database.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { leadSubject, purgeLeadHistory } from '../history.server';
import type { LeadHooks } from '../hooks.server';

/** A lead, and the text of its next step that a merge copied to others; undefined for any text. */
interface Source {
  leadId: string;
  text?: string | undefined;
}

const readNextStepText = (json: string | null): string | undefined =>
  json === null ? undefined : JSON.parse(json).nextStep?.text;

const selectHistory = (transaction: DatabaseTransaction) =>
  transaction.selectFrom('audit').where('audit.subject', '=', leadSubject);

/** Removes a text from a lead's next step and its history. */
async function eraseNextStep(
  transaction: DatabaseTransaction,
  { leadId, text }: Required<Source>,
): Promise<void> {
  const entries = await selectHistory(transaction)
    .select(['id', 'before', 'after'])
    .where('itemId', '=', leadId)
    .execute();
  const ids = entries
    .filter(({ before, after }) => [before, after].some((json) => readNextStepText(json) === text))
    .map(({ id }) => id);
  for (const batch of splitIntoBatches(ids)) {
    await transaction.deleteFrom('audit').where('id', 'in', batch).execute();
  }
  const lead = await transaction
    .selectFrom('leads')
    .select('updatedAt')
    .where('id', '=', leadId)
    .where('nextStepText', '=', text)
    .executeTakeFirst();
  if (!lead) return;
  await transaction
    .updateTable('leads')
    .set({
      nextStepText: null,
      nextStepDueAt: null,
      updatedAt: createTimestampAfter(lead.updatedAt),
    })
    .where('id', '=', leadId)
    .execute();
}

/** Finds the leads to which merges copied the next steps of others. */
async function findCopies(
  transaction: DatabaseTransaction,
  sources: readonly Source[],
): Promise<Required<Source>[]> {
  const copies: Required<Source>[] = [];
  for (const batch of splitIntoBatches(sources)) {
    const toEntry = ({ leadId }: Source) => JSON.stringify({ mergedLeadId: leadId });
    const rows = await selectHistory(transaction)
      .innerJoin('audit as copied', (join) =>
        join
          .onRef('copied.subject', '=', 'audit.subject')
          .onRef('copied.itemId', '=', 'audit.itemId')
          .onRef('copied.at', '=', 'audit.at'),
      )
      .select(['audit.after as merge', 'copied.itemId', 'copied.after'])
      .where('audit.after', 'in', batch.map(toEntry))
      .execute();
    for (const { merge, itemId, after } of rows) {
      const text = readNextStepText(after);
      const isCopy = batch.some(
        (source) =>
          toEntry(source) === merge && (source.text === undefined || source.text === text),
      );
      if (isCopy && itemId !== null && text !== undefined) copies.push({ leadId: itemId, text });
    }
  }
  return copies;
}

/**
 * Removes what is stored elsewhere of leads that were deleted for good: their next steps where a
 * merge copied them, and the names of imported files of which no lead is left.
 */
async function eraseCopies(
  transaction: DatabaseTransaction,
  leadIds: readonly string[],
): Promise<void> {
  const copies: Required<Source>[] = [];
  let sources: Source[] = leadIds.map((leadId) => ({ leadId }));
  while (sources.length > 0) {
    const found = await findCopies(transaction, sources);
    // Leads that were separated can be merged the other way around.
    const isKnown = ({ leadId, text }: Source) =>
      copies.some((copy) => copy.leadId === leadId && copy.text === text);
    sources = found.filter((copy) => !isKnown(copy));
    copies.push(...found);
  }
  for (const copy of copies) await eraseNextStep(transaction, copy);
  await sql`
    update lead_imports set file_name = null
    where file_name is not null
      and not exists (select 1 from leads where leads.import_id = lead_imports.id)`.execute(
    transaction,
  );
}

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
 * deletion in the history.
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
  await eraseCopies(transaction, ids);
  await separateOrphans(transaction);
}
