import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { parseJson, requiredText, z } from '../../lib/schema';
import { leadStatuses } from '../contract';
import { listProjectManagers } from '../project-managers.server';
import type { LeadRoutesContext } from '../routes-context.server';
import { mapColumns } from './import-columns';
import {
  type DuplicateChoice,
  duplicateChoices,
  type LeadImportReport,
  maxChoicesLength,
  maxListedStatuses,
  maxRows,
} from './import-contract';
import { findDuplicates } from './import-duplicates.server';
import { storeImport } from './import-store.server';
import type { CsvRow } from './parse-csv';
import { createRowReader } from './read-import-row.server';

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
  { db, getValues }: Pick<LeadRoutesContext, 'db' | 'getValues'>,
  file: string,
  query: z.output<typeof importQuery>,
  userId: string | null,
): Promise<LeadImportReport> {
  const { titles, rows } = await readRows(file);
  const otherField = query.otherColumns === 'note' ? 'note' : null;
  const columns = mapColumns(titles, query.columns?.split(','), otherField);
  const { readRow, listStatuses } = createRowReader({
    columns,
    rows,
    statuses: parseJson(chosenStatuses, query.statuses) ?? {},
    waiting: query.waiting === 'true',
    projectManagers: await listProjectManagers(db),
    getValue: (await getValues()).getValue,
  });
  const parsed: ReturnType<typeof readRow>[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerSlice === 0) await yieldToEventLoop();
    parsed.push(readRow(row));
  }
  const candidates = parsed.flatMap(({ candidate }) => candidate ?? []);
  const choices = parseChoices(query);
  const chooseRows = async (database: Database) => {
    const matches = await findDuplicates(database, candidates);
    return candidates.map(({ line, lead, details }) => {
      const match = matches.get(line);
      const choice = match ? (choices.get(line) ?? query.duplicates) : null;
      return { line, lead, details, match, choice };
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
    columns,
    statuses: listStatuses().slice(0, maxListedStatuses),
    errors: parsed.flatMap(({ error }) => error ?? []),
    duplicates: rowsToStore.flatMap(({ line, lead, match, choice }) => {
      if (!match || !choice) return [];
      const { companyName, contactName, email } = lead;
      return { ...match, line, choice, companyName, contactName, email };
    }),
  };
}
