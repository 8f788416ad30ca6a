import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../db/database.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { splitIntoBatches } from '../../../db/split-into-batches.server';
import { AppError, collectFieldMessages } from '../../../lib/errors';
import { z } from '../../../lib/schema';
import { leadStatuses, ownLeadInput } from '../contract';
import { createOwnLead, insertOwnLeads } from '../desk/own-leads.server';
import { leadLabels } from '../inquiry/lead-form-options';
import { deriveLeadKeys } from '../lead-keys.server';
import { selectVisibleLeads } from '../search/search.server';
import { CsvError, type CsvRow, parseCsv } from './csv';
import { type LeadImportReport, maxRows } from './import-report';

declare module '../../../db/database.server' {
  interface Tables {
    leadImports: {
      id: string;
      userId: string | null;
      leadCount: number;
      createdAt: string;
      undoneAt: string | null;
    };
  }
}

/** Number of rows that are validated per turn of the event loop. */
const rowsPerTurn = 100;

/** The fields that a column of a file may have. */
const importedLead = z.object({
  ...z.omit(ownLeadInput, { interestedPackageId: true }).shape,
  // As it is in the file: in any case, with spaces, or empty.
  status: z._default(
    z.pipe(
      z.transform((value: unknown) =>
        typeof value === 'string' && value.trim() !== ''
          ? value.trim().toLowerCase().replaceAll(' ', '_')
          : 'new',
      ),
      z.enum(leadStatuses),
    ),
    'new',
  ),
});

type ImportedLead = z.output<typeof importedLead>;

const importFields = Object.keys(importedLead.shape);

/** Other titles that a column of a field may have, in lower case. */
const fieldsByTitle = new Map<string, string>([
  ...importFields.map((field) => [field.toLowerCase(), field] as const),
  ...Object.entries(leadLabels).map(([field, label]) => [label.toLowerCase(), field] as const),
  ['company', 'companyName'],
  ['contact', 'contactName'],
  ['name', 'contactName'],
  ['email address', 'email'],
  ['e-mail', 'email'],
  ['phone number', 'phone'],
  ['telephone', 'phone'],
  ['locations', 'numberOfLocations'],
  ['package', 'interestedPackage'],
  ['notes', 'message'],
]);

export const importQuery = z.object({
  dryRun: z.optional(z.enum(['true', 'false'])),
  /** The field of each column, in order, with commas; empty for a column that is left out. */
  columns: z.optional(z.string().check(z.maxLength(2_000), z.regex(/^[A-Za-z]*(,[A-Za-z]*)*$/))),
  /** Whether duplicates are left out, which is the default, or imported. */
  duplicates: z._default(z.enum(['skip', 'import']), 'skip'),
});

function mapColumns(titles: readonly string[], columns: string | undefined): (string | null)[] {
  const fields =
    columns === undefined
      ? titles.map((title) => fieldsByTitle.get(title.trim().toLowerCase()))
      : columns.split(',');
  const known = titles.map((_, index) => importFields.find((field) => field === fields[index]));
  // If several columns are mapped to one field, the first counts.
  return known.map((field, index) =>
    field !== undefined && known.indexOf(field) === index ? field : null,
  );
}

interface Candidate {
  line: number;
  lead: ImportedLead;
  keys: ReturnType<typeof deriveLeadKeys>;
}

function parseRow({ line, cells }: CsvRow, fields: readonly (string | null)[]) {
  const values = fields.flatMap((field, index) =>
    field === null ? [] : [[field, cells[index] ?? '']],
  );
  const parsed = importedLead.safeParse(Object.fromEntries(values));
  if (!parsed.success) {
    return { error: { line, cells, fields: collectFieldMessages(parsed.error.issues) } };
  }
  return {
    candidate: {
      line,
      lead: parsed.data,
      keys: deriveLeadKeys({ ...parsed.data, attribution: null }),
    } satisfies Candidate,
  };
}

/** Finds the stored leads of the candidates' people, by mailbox and by phone number. */
async function findKnownPeople(db: Database, candidates: readonly Candidate[]) {
  const known = { person: new Map<string, string>(), phoneDigits: new Map<string, string>() };
  for (const column of ['person', 'phoneDigits'] as const) {
    const keys = [...new Set(candidates.flatMap(({ keys }) => keys[column] ?? []))];
    for (const batch of splitIntoBatches(keys)) {
      const rows = await selectVisibleLeads(db)
        .select(['id', column])
        .where(column, 'in', batch)
        .execute();
      for (const row of rows) known[column].set(row[column] ?? '', row.id);
    }
  }
  return known;
}

/** Separates new candidates from duplicates. */
async function separateDuplicates(db: Database, candidates: readonly Candidate[]) {
  const known = await findKnownPeople(db, candidates);
  const seen = { person: new Set<string>(), phoneDigits: new Set<string>() };
  const fresh: Candidate[] = [];
  const duplicates: LeadImportReport['duplicates'] = [];
  for (const candidate of candidates) {
    const { line, lead, keys } = candidate;
    const column = (['person', 'phoneDigits'] as const).find(
      (one) => known[one].has(keys[one] ?? '') || seen[one].has(keys[one] ?? ''),
    );
    if (column === undefined) fresh.push(candidate);
    else {
      const { companyName, contactName, email } = lead;
      duplicates.push({
        line,
        match: column === 'person' ? 'email' : 'phone',
        leadId: known[column].get(keys[column] ?? '') ?? null,
        companyName,
        contactName,
        email,
      });
    }
    if (keys.person !== null) seen.person.add(keys.person);
    if (keys.phoneDigits !== null) seen.phoneDigits.add(keys.phoneDigits);
  }
  return { fresh, duplicates };
}

/** Stores imported leads. Sends no email and no conversion. */
const storeImport = (
  db: Database,
  candidates: readonly Candidate[],
  userId: string | null,
): Promise<string> =>
  runInTransaction(db, async (transaction) => {
    const importId = randomUUID();
    const at = new Date().toISOString();
    await transaction
      .insertInto('leadImports')
      .values({ id: importId, userId, leadCount: candidates.length, createdAt: at, undoneAt: null })
      .execute();
    const rows = candidates.map(({ lead }) => createOwnLead(lead, at));
    await insertOwnLeads(transaction, rows, { importId, userId });
    return importId;
  });

function readRows(file: string): { titles: string[]; rows: CsvRow[] } {
  try {
    const [head, ...rows] = parseCsv(file, maxRows + 1);
    if (!head) throw new CsvError('The file is empty.');
    return { titles: head.cells, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('unreadable', error.message);
  }
}

/**
 * Imports leads from a CSV file, or reports what the import would do.
 * @throws AppError unreadable when the file isn't CSV
 */
export async function importLeads(
  db: Database,
  file: string,
  query: z.output<typeof importQuery>,
  userId: string | null,
): Promise<LeadImportReport> {
  const { titles, rows } = readRows(file);
  const fields = mapColumns(titles, query.columns);
  const parsed: ReturnType<typeof parseRow>[] = [];
  for (const [index, row] of rows.entries()) {
    // Lets other requests run while a long file is validated.
    if (index % rowsPerTurn === 0) await nextTurn();
    parsed.push(parseRow(row, fields));
  }
  const candidates = parsed.flatMap(({ candidate }) => candidate ?? []);
  const { fresh, duplicates } = await separateDuplicates(db, candidates);
  const chosen = query.duplicates === 'import' ? candidates : fresh;
  const isStored = query.dryRun !== 'true' && chosen.length > 0;
  return {
    importId: isStored ? await storeImport(db, chosen, userId) : null,
    rows: rows.length,
    imported: chosen.length,
    columns: titles.map((title, index) => ({ title, field: fields[index] ?? null })),
    errors: parsed.flatMap(({ error }) => error ?? []),
    duplicates,
  };
}
