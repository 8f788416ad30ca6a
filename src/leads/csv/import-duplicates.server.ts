import { sql } from 'kysely';
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

type KnownLead = Pick<
  LeadRow,
  'id' | 'companyName' | 'contactName' | 'status' | 'suspect' | 'createdAt'
>;

/** Finds the leads with these keys. A merged inquiry stands for the lead of which it is a part. */
async function findLeadsByKey(
  db: Database,
  column: (typeof keyColumns)[number],
  keys: readonly string[],
) {
  const { rows } = await sql<KnownLead & { key: string }>`
    with recursive found (key, id) as (
      select ${sql.ref(column)}, id from leads
        where ${sql.ref(column)} in (${sql.join(keys)}) and deleted_at is null
      union
      select found.key, target.id from found
        join leads as inquiry on inquiry.id = found.id
        join leads as target on target.id = inquiry.merged_into_id and target.deleted_at is null
    )
    select found.key, leads.id, company_name, contact_name, status, suspect, created_at
    from found join leads on leads.id = found.id and leads.merged_into_id is null`.execute(db);
  return rows;
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
      for (const { key, ...lead } of await findLeadsByKey(db, column, batch)) {
        const other = known[column].get(key);
        if (!other || comparePrecedence(lead, other) < 0) known[column].set(key, lead);
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
        const { id, ...lead } = stored;
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
