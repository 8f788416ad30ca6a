import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import type { deriveLeadKeys } from '../lead-keys.server';
import type { LeadRow } from '../table.server';
import type { LeadImportReport } from './import-contract';

/** The keys of a row by which duplicates are found. */
interface Candidate {
  line: number;
  keys: Pick<ReturnType<typeof deriveLeadKeys>, 'person' | 'phoneDigits'>;
}

/** The stored lead or the earlier row that a duplicate row matches. */
export type Match = Pick<
  LeadImportReport['duplicates'][number],
  'match' | 'leadId' | 'lead' | 'earlierLine'
>;

const keyColumns = ['person', 'phoneDigits'] as const;

const leadColumns = [
  'id',
  'companyName',
  'contactName',
  'status',
  'suspect',
  'createdAt',
  'mergedIntoId',
] as const;

type KnownLead = Pick<LeadRow, (typeof leadColumns)[number]>;

const selectKnownLeads = (db: Database) =>
  db.selectFrom('leads').select(leadColumns).where('deletedAt', 'is', null);

/** Replaces each inquiry that was merged by the lead of which it is a part. */
async function findListedLeads(
  db: Database,
  inquiries: readonly KnownLead[],
): Promise<(KnownLead | undefined)[]> {
  const leads = new Map<string, KnownLead>();
  let ids = [...new Set(inquiries.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))];
  while (ids.length > 0) {
    const next = new Set<string>();
    for (const batch of splitIntoBatches(ids)) {
      for (const lead of await selectKnownLeads(db).where('id', 'in', batch).execute()) {
        leads.set(lead.id, lead);
        if (lead.mergedIntoId !== null) next.add(lead.mergedIntoId);
      }
    }
    ids = [...next].filter((id) => !leads.has(id));
  }
  return inquiries.map((inquiry) => {
    let lead: KnownLead | undefined = inquiry;
    while (lead && lead.mergedIntoId !== null) lead = leads.get(lead.mergedIntoId);
    return lead;
  });
}

/** Compares leads by their precedence: spam last, then the newest first. */
const comparePrecedence = (a: KnownLead, b: KnownLead): number =>
  Number(a.suspect !== null) - Number(b.suspect !== null) ||
  b.createdAt.localeCompare(a.createdAt) ||
  b.id.localeCompare(a.id);

/** Finds the stored leads of the candidates' people, by mailbox and by phone number. */
async function findKnownPeople(db: Database, candidates: readonly Candidate[]) {
  const known = {
    person: new Map<string, KnownLead>(),
    phoneDigits: new Map<string, KnownLead>(),
  };
  for (const column of keyColumns) {
    const keys = [...new Set(candidates.flatMap(({ keys }) => keys[column] ?? []))];
    for (const batch of splitIntoBatches(keys)) {
      const rows = await selectKnownLeads(db)
        .select(`${column} as key`)
        .where(column, 'in', batch)
        .execute();
      const leads = await findListedLeads(db, rows);
      for (const [index, { key }] of rows.entries()) {
        const lead = leads[index];
        const other = known[column].get(key ?? '');
        if (lead && (!other || comparePrecedence(lead, other) < 0)) {
          known[column].set(key ?? '', lead);
        }
      }
    }
  }
  return known;
}

/** Finds the rows that duplicate a stored lead or an earlier row, by their lines. */
export async function findDuplicates(
  db: Database,
  candidates: readonly Candidate[],
): Promise<Map<number, Match>> {
  const known = await findKnownPeople(db, candidates);
  const lines = { person: new Map<string, number>(), phoneDigits: new Map<string, number>() };
  const matches = new Map<number, Match>();
  for (const { line, keys } of candidates) {
    for (const column of keyColumns) {
      const key = keys[column] ?? '';
      const match = column === 'person' ? 'email' : 'phone';
      const stored = known[column].get(key);
      const earlierLine = lines[column].get(key);
      if (matches.has(line)) continue;
      if (stored) {
        const { id, mergedIntoId, ...lead } = stored;
        matches.set(line, { match, leadId: id, lead, earlierLine: null });
      } else if (earlierLine !== undefined) {
        matches.set(line, { match, leadId: null, lead: null, earlierLine });
      }
    }
    for (const column of keyColumns) {
      const key = keys[column];
      if (key !== null && !lines[column].has(key)) lines[column].set(key, line);
    }
  }
  return matches;
}
