import { countLines, decodeCsv, formatCsvHeader, formatCsvRow } from '../../csv/csv';
import { isOwnFile } from '../../csv/import-columns';
import {
  type DuplicateChoice,
  type LeadImportReport,
  maxFileBytes,
  maxRows,
} from '../../csv/import-contract';
import type { CsvRow } from '../../csv/parse-csv';
import { leadLabels } from '../../inquiry/lead-form-options';

/** A CSV file to import, with the owner's corrections of its cells. */
export interface ImportFile {
  name: string;
  /** The CSV text that is uploaded, with the corrections. Its rows keep their lines. */
  content: Blob;
  /** Empty for the columns that only rows have. */
  titles: readonly string[];
  rows: readonly CsvRow[];
}

/**
 * Reads a file. One that is not CSV has no rows: the server says why.
 * @returns the file, or why it cannot be read
 */
export async function readImportFile(file: File): Promise<ImportFile | string> {
  const { name, size } = file;
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name)) {
    return `${name} is a spreadsheet. Open it, choose “Save as” or “Export”, then “CSV UTF-8”, and choose that file.`;
  }
  if (size > maxFileBytes) return 'The file is larger than 4 MB. Split it, and import the parts.';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { listTitles, parseCsv } = await import('../../csv/parse-csv');
  try {
    const text = decodeCsv(bytes);
    const rows = parseCsv(text, maxRows);
    return { name, content: file, titles: listTitles(rows), rows: rows.slice(1) };
  } catch {
    return { name, content: file, titles: [], rows: [] };
  }
}

/** Replaces a cell of the row at a line. */
export function correctCell(
  file: ImportFile,
  line: number,
  column: number,
  value: string,
): ImportFile {
  const rows = file.rows.map((row) =>
    row.line === line
      ? {
          ...row,
          cells: file.titles.map((_, at) => (at === column ? value : (row.cells[at] ?? ''))),
        }
      : row,
  );
  const header = formatCsvHeader(file.titles);
  const texts = [header];
  let nextLine = 1 + countLines(header);
  for (const row of rows) {
    const text = formatCsvRow(row.cells);
    // Empty lines take the place of what is not imported, and are ignored as well.
    texts.push('\r\n'.repeat(row.line - nextLine), text);
    nextLine = row.line + countLines(text);
  }
  return { ...file, rows, content: new Blob(texts, { type: 'text/csv' }) };
}

/** The fields that a column can be imported into, with their labels. */
export const fieldOptions: readonly (readonly [field: string, label: string])[] = [
  ...Object.entries({ ...leadLabels, companyName: 'Company', contactName: 'Contact' }),
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['plan', 'Plan'],
  ['status', 'Status'],
  ['receivedAt', 'Received'],
  ['answeredAt', 'Answered'],
  ['source', 'Source'],
  ['campaign', 'Campaign'],
  ['nextStep', 'Next step'],
  ['nextStepDue', 'Next step due'],
  ['projectManager', 'Project manager'],
  ['value', 'Value'],
  ['note', 'Note'],
];

export const getFieldLabel = (field: string): string =>
  fieldOptions.find(([name]) => name === field)?.[1] ?? field;

/** The fields that each lead needs. A name may be in two columns. */
const neededFields = [
  ['companyName', ['companyName']],
  ['contactName', ['contactName', 'firstName', 'lastName']],
  ['email', ['email']],
] as const;

/** Lists the needed fields for which the file has no column. */
export const listMissingFields = ({ columns }: LeadImportReport): string[] =>
  neededFields.flatMap(([field, sources]) =>
    columns.some((column) => sources.some((source) => source === column.field)) ? [] : field,
  );

/** Finds the column to correct for a field; -1 when the file has none. */
export function findColumn({ columns }: LeadImportReport, field: string): number {
  const sources = neededFields.find(([name]) => name === field)?.[1] ?? [field];
  return columns.findIndex((column) => sources.some((source) => source === column.field));
}

/** Returns if new leads wait for an answer by default: those of the site's own export waited. */
export const getDefaultWaiting = ({ titles }: ImportFile) => (isOwnFile(titles) ? 'true' : 'false');

/** How duplicates are imported: the default, and exceptions by their lines. */
export interface DuplicateChoices {
  all: DuplicateChoice;
  rows: ReadonlyMap<number, DuplicateChoice>;
}

export const defaultChoices: DuplicateChoices = { all: 'skip', rows: new Map() };

/** Returns how the duplicate row at a line is imported. */
export const findChoice = (line: number, { all, rows }: DuplicateChoices) => rows.get(line) ?? all;

/** Counts the rows that become leads of their own, and those that are added to a lead. */
export function countImported(
  { rows, errors, duplicates }: LeadImportReport,
  choices: DuplicateChoices,
): { imported: number; added: number } {
  const chosen = duplicates.map(({ line }) => findChoice(line, choices));
  const fresh = rows - errors.length - duplicates.length;
  return {
    imported: fresh + chosen.filter((choice) => choice === 'import').length,
    added: chosen.filter((choice) => choice === 'add').length,
  };
}

/** Formats the choices for single rows for the API. */
export const formatChoices = ({ all, rows }: DuplicateChoices): string =>
  [...rows].flatMap(([line, choice]) => (choice === all ? [] : `${line}:${choice}`)).join(',');
