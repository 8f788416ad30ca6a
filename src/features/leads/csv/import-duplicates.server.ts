import type { Database } from '../../../db/database.server';
import { splitIntoBatches } from '../../../db/split-into-batches.server';
import type { deriveLeadKeys } from '../lead-keys.server';
import { selectVisibleLeads } from '../search/search.server';
import type { LeadImportReport } from './import-report';

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

type KnownLead = NonNullable<Match['lead']> & { id: string };

/** Finds the stored leads of the candidates' people, by mailbox and by phone number. */
async function findKnownPeople(db: Database, candidates: readonly Candidate[]) {
  const known = {
    person: new Map<string, KnownLead>(),
    phoneDigits: new Map<string, KnownLead>(),
  };
  for (const column of keyColumns) {
    const keys = [...new Set(candidates.flatMap(({ keys }) => keys[column] ?? []))];
    for (const batch of splitIntoBatches(keys)) {
      const rows = await selectVisibleLeads(db)
        .select(['id', 'companyName', 'contactName', 'status', 'createdAt', column])
        .where(column, 'in', batch)
        // Ascending, so that a person's newest lead overwrites the others.
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      for (const { [column]: key, ...lead } of rows) known[column].set(key ?? '', lead);
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
