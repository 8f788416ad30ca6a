import type { DuplicateChoice, LeadImportReport } from '../../csv/import-report';
import { findRow, type ImportFile } from './import-file';

/** What becomes of duplicates: of all, and of single rows by their lines in the owner's file. */
export interface DuplicateChoices {
  all: DuplicateChoice;
  rows: ReadonlyMap<number, DuplicateChoice>;
}

export const defaultChoices: DuplicateChoices = { all: 'skip', rows: new Map() };

/** Returns what becomes of the duplicate row at a line of the content. */
export const findChoice = (file: ImportFile, line: number, { all, rows }: DuplicateChoices) =>
  rows.get(findRow(file, line)?.line ?? line) ?? all;

/** Counts the rows that become leads of their own, and those that are added to a lead. */
export function countImported(
  file: ImportFile,
  { rows, errors, duplicates }: LeadImportReport,
  choices: DuplicateChoices,
): { imported: number; added: number } {
  const chosen = duplicates.map(({ line }) => findChoice(file, line, choices));
  const fresh = rows - errors.length - duplicates.length;
  return {
    imported: fresh + chosen.filter((choice) => choice === 'import').length,
    added: chosen.filter((choice) => choice === 'add').length,
  };
}

/** Writes the choices for single rows as the API expects them, by the lines of the content. */
export const formatChoices = (file: ImportFile, { all, rows }: DuplicateChoices): string =>
  file.rows
    .flatMap(({ line }, index) => {
      const choice = rows.get(line);
      return choice && choice !== all ? [`${file.lines[index]}:${choice}`] : [];
    })
    .join(',');
