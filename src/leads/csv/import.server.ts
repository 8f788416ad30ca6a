import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { claimRequest } from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { parseJson, requiredText, z } from '../../lib/schema';
import { leadStatuses } from '../contract';
import type { LeadRoutesContext } from '../hooks.server';
import { listProjectManagers } from '../project-managers.server';
import type { LeadRow } from '../table.server';
import { mapColumns } from './import-columns';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
  maxChoicesLength,
  maxListedStatuses,
  maxRows,
} from './import-contract';
import { type Match, readImport, storeImport } from './import-store.server';
import type { CsvRow } from './parse-csv';
import { type Candidate, createRowReader } from './read-import-row.server';

/** Number of rows that are validated before other requests may run. */
const rowsPerSlice = 100;

const chosenStatuses = z.record(z.string(), z.enum(leadStatuses));

export const importQuery = z.object({
  dryRun: z.optional(z.enum(['true', 'false'])),
  /** The field of each column, in order, with commas; empty for a column that is left out. */
  columns: z.optional(z.string().check(z.maxLength(2_000), z.regex(/^[A-Za-z]*(,[A-Za-z]*)*$/))),
  /** Columns without a field of their own are left out, or become notes. */
  otherColumns: z._default(z.enum(['skip', 'note']), 'skip'),
  /** The status for each text that is none, as JSON: `{"Hot": "proposal_sent"}`. */
  statuses: z.optional(
    z.string().check(
      z.maxLength(maxChoicesLength),
      z.refine((text) => parseJson(chosenStatuses, text) !== null, 'Invalid'),
    ),
  ),
  /** With `false`, new leads are stored as contacted, and no next step is overdue. */
  waiting: z._default(z.enum(['true', 'false']), 'true'),
  /** How duplicates are imported. */
  duplicates: z._default(z.enum(duplicateChoices), 'skip'),
  /** Exceptions for single duplicates, by the row's line: `8:add,12:import`. */
  choices: z.optional(
    z
      .string()
      .check(
        z.maxLength(maxChoicesLength),
        z.regex(/^\d{1,7}:(skip|import|add)(,\d{1,7}:(skip|import|add))*$/),
      ),
  ),
  /** The file's name, for the list of imports. */
  fileName: z.optional(requiredText(200)),
});

/** @returns the titles, of which those after `titleCount` are empty: only rows have these columns */
async function readRows(
  file: string,
): Promise<{ titles: string[]; titleCount: number; rows: CsvRow[] }> {
  const { CsvError, listTitles, parseCsv } = await import('./parse-csv');
  try {
    const parsed = parseCsv(file, maxRows);
    const [head, ...rows] = parsed;
    if (!head) throw new CsvError('The file is empty.');
    return { titles: listTitles(parsed), titleCount: head.cells.length, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('unreadable', error.message);
  }
}

/** The choices for single rows, by their lines. */
const parseChoices = ({ choices = '' }: z.output<typeof importQuery>) =>
  new Map(
    choices.split(',').flatMap((text): [number, DuplicateChoice][] => {
      const [line, name] = text.split(':');
      const choice = duplicateChoices.find((one) => one === name);
      return choice ? [[Number(line), choice]] : [];
    }),
  );

/** The keys by which people are known, by what a match means: the same email, or else the same phone. */
const keyColumns = { email: 'person', phone: 'phoneDigits' } as const;

const matchKinds = listKeys(keyColumns);

type KnownLead = Pick<
  LeadRow,
  'id' | 'companyName' | 'contactName' | 'status' | 'suspect' | 'createdAt'
>;

/**
 * Finds the leads with these keys. A merged inquiry stands for the lead of which it is a part.
 * @param importId leaves out the leads of this import
 */
async function findLeadsByKey(
  db: Database,
  column: string,
  keys: readonly string[],
  importId: string,
) {
  const { rows } = await sql<KnownLead & { key: string }>`
    with recursive found (key, id) as (
      select ${sql.ref(column)}, id from leads
        where ${sql.ref(column)} in (${sql.join(keys)}) and deleted_at is null
          and coalesce(import_id, '') <> ${importId}
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

/** Finds the stored leads of the candidates' people, by the kind of match and the key. */
async function findKnownPeople(db: Database, candidates: readonly Candidate[], importId: string) {
  const known = new Map<string, KnownLead>();
  for (const match of matchKinds) {
    const keys = [...new Set(candidates.flatMap(({ row }) => row[keyColumns[match]] ?? []))];
    for (const batch of splitIntoBatches(keys)) {
      for (const { key, ...lead } of await findLeadsByKey(db, keyColumns[match], batch, importId)) {
        const other = known.get(`${match} ${key}`);
        if (!other || comparePrecedence(lead, other) < 0) known.set(`${match} ${key}`, lead);
      }
    }
  }
  return known;
}

/**
 * Finds the rows that duplicate a stored lead or an earlier row, by their lines. The leads of the
 * import itself are none: a repeated request reports what the first one did.
 */
async function findDuplicates(
  db: Database,
  candidates: readonly Candidate[],
  importId: string,
): Promise<Map<number, Match>> {
  const known = await findKnownPeople(db, candidates, importId);
  const lines = new Map<string, number>();
  const matches = new Map<number, Match>();
  for (const { line, row } of candidates) {
    const keys = matchKinds.flatMap((match) => {
      const key = row[keyColumns[match]];
      return key === null ? [] : { match, name: `${match} ${key}` };
    });
    const found = keys.find(({ name }) => known.has(name) || lines.has(name));
    if (found) {
      const { match, name } = found;
      const stored = known.get(name);
      if (stored) {
        const { id, ...lead } = stored;
        matches.set(line, { match, leadId: id, lead, earlierLine: null });
      } else {
        const earlierLine = lines.get(name) ?? null;
        matches.set(line, { match, leadId: null, lead: null, earlierLine });
      }
    }
    for (const { name } of keys) if (!lines.has(name)) lines.set(name, line);
  }
  return matches;
}

/** An import: the admin, and the idempotency key, with which a repeated request stores nothing. */
interface ImportRequest {
  userId: string | null;
  key: string | undefined;
}

/**
 * Imports leads from a CSV file, or reports what the import would do.
 * @throws AppError unreadable when the file isn't CSV; conflict when the key was used for another
 *   request
 */
export async function importLeads(
  { db, getValues }: Pick<LeadRoutesContext, 'db' | 'getValues'>,
  file: string,
  query: z.output<typeof importQuery>,
  { userId, key }: ImportRequest,
): Promise<LeadImportReport> {
  const { titles, titleCount, rows } = await readRows(file);
  const at = new Date().toISOString();
  const otherField = query.otherColumns === 'note' ? 'note' : null;
  const fields = query.columns?.split(',');
  const columns = mapColumns(titles, fields, otherField);
  const { readRow, listStatuses } = createRowReader({
    columns,
    knownColumns: Math.max(titleCount, fields?.length ?? 0),
    rows,
    statuses: parseJson(chosenStatuses, query.statuses) ?? {},
    waiting: query.waiting === 'true',
    projectManagers: await listProjectManagers(db),
    getValue: (await getValues()).getValue,
    at,
  });
  const candidates: Candidate[] = [];
  const errors: LeadImportReport['errors'] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerSlice === 0) await yieldToEventLoop();
    const read = readRow(row);
    if ('row' in read) candidates.push(read);
    else errors.push(read);
  }
  const choices = parseChoices(query);
  const chooseRows = async (database: Database, importId: string) => {
    const matches = await findDuplicates(database, candidates, importId);
    return candidates.map((candidate) => {
      const match = matches.get(candidate.line);
      const choice = match ? (choices.get(candidate.line) ?? query.duplicates) : null;
      return { ...candidate, match, choice };
    });
  };
  const { fileName = null } = query;
  const newId = randomUUID();
  const { rowsToStore, stored } =
    query.dryRun === 'true'
      ? { rowsToStore: await chooseRows(db, newId), stored: null }
      : await runInTransaction(db, async (transaction) => {
          // Runs imports one at a time, so that the next one finds the leads that this one stores.
          await lockByName(transaction, 'import of leads');
          const request = { key, content: ['import', file, query] };
          const claim = await claimRequest(transaction, request, newId);
          const importId = claim.subjectId;
          const rowsToStore = await chooseRows(transaction, importId);
          const stored = claim.isRepeated
            ? await readImport(transaction, importId)
            : await storeImport(transaction, rowsToStore, { importId, fileName, userId, at });
          return { rowsToStore, stored };
        });
  const count = (...counted: (DuplicateChoice | null)[]) =>
    rowsToStore.filter(({ choice }) => counted.includes(choice)).length;
  return {
    importId: null,
    imported: count(null, 'import'),
    added: count('add'),
    ...stored,
    rows: rows.length,
    columns,
    statuses: listStatuses().slice(0, maxListedStatuses),
    errors,
    duplicates: rowsToStore.flatMap(({ line, row, match, choice }) => {
      if (!match || !choice) return [];
      const { companyName, contactName, email } = row;
      return { ...match, line, choice, companyName, contactName, email };
    }),
  };
}
