import type { DuplicateChoice, LeadImportReport } from '../../csv/import-contract';
import { leadLabels } from '../../inquiry/lead-form-options';
import { findRow, type ImportFile } from './import-file';

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

/** How duplicates are imported: the default, and exceptions by their line in the owner's file. */
export interface DuplicateChoices {
  all: DuplicateChoice;
  rows: ReadonlyMap<number, DuplicateChoice>;
}

export const defaultChoices: DuplicateChoices = { all: 'skip', rows: new Map() };

/** Returns how the duplicate row at a line of the content is imported. */
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

/** Formats the choices for single rows for the API, by the lines of the content. */
export const formatChoices = (file: ImportFile, { all, rows }: DuplicateChoices): string =>
  file.rows
    .flatMap(({ line }, index) => {
      const choice = rows.get(line);
      return choice && choice !== all ? [`${file.lines[index]}:${choice}`] : [];
    })
    .join(',');
