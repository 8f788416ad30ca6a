import { sql } from 'kysely';
import { campaignParameters, getSource, type Touch } from '../../analytics/attribution/touch';
import { createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockFreeRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { toComparable } from '../../lib/to-comparable';
import type { Lead } from '../contract';
import { deriveLeadKeys, toLead } from '../table.server';

interface SearchTextRow {
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
    /** Texts that an earlier release has not indexed yet. This release only empties it. */
    leadSearchQueue: { id: string; texts: string };
  }
}

const utmParameters = campaignParameters.filter((name) => name.startsWith('utm_'));

/** Lists the texts of a visit's source and campaign, as the admin area shows them. */
const listVisitTexts = (visit: Touch) => [
  getSource(visit),
  visit.referrer,
  ...utmParameters.map((name) => visit.campaign?.[name]),
];

type SearchableLead = Pick<
  Lead,
  | 'companyName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'interestedPackage'
  | 'message'
  | 'attribution'
>;

/**
 * Creates the row with the text by which a lead is found, one value per line.
 * @param notes the owner's notes about it
 */
export function createSearchText(
  leadId: string,
  lead: SearchableLead,
  notes: readonly string[] = [],
): SearchTextRow {
  const { attribution, phone } = lead;
  const lines = [
    lead.companyName,
    lead.contactName,
    lead.email,
    phone,
    phone?.replace(/\D/g, ''),
    lead.interestedPackage,
    lead.message,
    ...notes,
    ...(attribution
      ? [...listVisitTexts(attribution.first), ...listVisitTexts(attribution.last)]
      : []),
  ];
  const text = toComparable([...new Set(lines.filter(Boolean))].join('\n'));
  return { leadId, text, indexed: 1 };
}

/** Stores the search texts of leads that are new or changed. */
export const saveSearchTexts = createBulkStatement<SearchTextRow, unknown>(
  { leadId: 'text', text: 'text', indexed: 'integer' },
  (db, rows, names) =>
    db
      .insertInto('leadSearchTexts')
      .columns(names)
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('leadId').doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          indexed: eb.ref('excluded.indexed'),
        })),
      ),
);

/** Maximum number of notes whose text is read at once; each has up to 4,000 characters. */
const maxNotes = 2_000;

/** Stores the search texts of stored leads, with the notes about them and about calls. */
export async function updateSearchTexts(
  transaction: DatabaseTransaction,
  leads: readonly (SearchableLead & Pick<Lead, 'id'>)[],
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  const notes = await transaction
    .selectFrom('leadNotes')
    .select(['leadId', 'text', 'createdAt'])
    .where('leadId', 'in', ids)
    .unionAll(
      transaction
        .selectFrom('leadContacts')
        .select(['leadId', 'note as text', 'createdAt'])
        .where('leadId', 'in', ids)
        .$narrowType<{ text: string }>()
        .where('note', 'is not', null),
    )
    .orderBy('createdAt', 'desc')
    .limit(maxNotes)
    .execute();
  const texts = leads.map((lead) => {
    const ownNotes = notes.filter(({ leadId }) => leadId === lead.id);
    return createSearchText(
      lead.id,
      lead,
      ownNotes.map(({ text }) => text),
    );
  });
  await transaction.executeQuery(saveSearchTexts(transaction, texts));
}

/** Maximum number of leads per transaction. Small, because on SQLite new leads wait for it. */
const maxBatchSize = 200;

/**
 * Stores what leads of an earlier release lack: keys, or a text in the index.
 * @param isStopped checked between batches
 */
export async function completeLeads(
  db: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let afterId: string | undefined = '';
  while (afterId !== undefined && !isStopped()) afterId = await completeBatch(db, afterId);
  await db.deleteFrom('leadSearchQueue').execute();
}

/** Completes a batch of leads after this id. @returns the last id; undefined if none was incomplete */
const completeBatch = (db: Database, afterId: string): Promise<string | undefined> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction
      .selectFrom('leads')
      .selectAll()
      .where('id', '>', afterId)
      .where(
        sql<boolean>`(person is null or not exists (
          select 1 from lead_search_texts where lead_id = leads.id and indexed = 1
        ))`,
      )
      .orderBy('id')
      .limit(maxBatchSize);
    const rows = await lockFreeRows(transaction, query).execute();
    const leads = rows.map(toLead);
    for (const lead of leads) {
      await transaction
        .updateTable('leads')
        .set(deriveLeadKeys(lead))
        .where('id', '=', lead.id)
        .where('person', 'is', null)
        .execute();
    }
    if (leads.length > 0) await updateSearchTexts(transaction, leads);
    return rows.at(-1)?.id;
  });
