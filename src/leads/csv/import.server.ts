import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodePlan } from '../../cover/plan-code';
import type { Database } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { requiredText, z } from '../../lib/schema';
import { leadStatuses, ownLeadInput } from '../contract';
import { leadLabels } from '../inquiry/lead-form-options';
import { deriveLeadKeys } from '../lead-keys.server';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
  maxChoicesLength,
  maxRows,
} from './import-contract';
import { findDuplicates } from './import-duplicates.server';
import { storeImport } from './import-store.server';
import type { CsvRow } from './parse-csv';

/** Number of rows that are validated before other requests may run. */
const rowsPerSlice = 100;

/** The fields that a column of a file may have. */
const importedLead = z.object({
  ...z.omit(ownLeadInput, { interestedPackageId: true }).shape,
  // As the export writes it, or its address. An invalid one is left out.
  plan: z.pipe(
    z._default(z.string(), ''),
    z.transform((text) => decodePlan(text.trim().replace(/^.*[?&]p=/, '')) ?? null),
  ),
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
    },
  };
}

async function readRows(file: string): Promise<{ titles: string[]; rows: CsvRow[] }> {
  const { CsvError, parseCsv } = await import('./parse-csv');
  try {
    const [head, ...rows] = parseCsv(file, maxRows + 1);
    if (!head) throw new CsvError('The file is empty.');
    return { titles: head.cells, rows };
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
  const { titles, rows } = await readRows(file);
  const fields = mapColumns(titles, query.columns);
  const parsed: ReturnType<typeof parseRow>[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerSlice === 0) await yieldToEventLoop();
    parsed.push(parseRow(row, fields));
  }
  const candidates = parsed.flatMap(({ candidate }) => candidate ?? []);
  const choices = parseChoices(query);
  const chooseRows = async (database: Database) => {
    const matches = await findDuplicates(database, candidates);
    return candidates.map(({ line, lead }) => {
      const match = matches.get(line);
      const choice = match ? (choices.get(line) ?? query.duplicates) : null;
      return { line, lead, match, choice };
    });
  };
  const { fileName = null } = query;
  const { rowsToStore, stored } =
    query.dryRun === 'true'
      ? { rowsToStore: await chooseRows(db), stored: null }
      : await runInTransaction(db, async (transaction) => {
          // Runs imports one at a time, so that the next one finds the leads that this one stores.
          await lockByName(transaction, 'import of leads');
          const rowsToStore = await chooseRows(transaction);
          const stored = await storeImport(transaction, rowsToStore, { fileName, userId });
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
    columns: titles.map((title, index) => ({ title, field: fields[index] ?? null })),
    errors: parsed.flatMap(({ error }) => error ?? []),
    duplicates: rowsToStore.flatMap(({ line, lead, match, choice }) => {
      if (!match || !choice) return [];
      const { companyName, contactName, email } = lead;
      return { ...match, line, choice, companyName, contactName, email };
    }),
  };
}
