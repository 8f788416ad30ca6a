import Papa from 'papaparse';
import { byteOrderMark, countLines, unescapeFormulas } from './csv';

/** A row of a file. */
export interface CsvRow {
  /** The number of its first line, from 1. */
  line: number;
  cells: string[];
}

/** The file is not CSV. The message is for the owner. */
export class CsvError extends Error {}

/**
 * Finds the delimiter by the first line: Excel writes semicolons in many countries. The library's own
 * detection compares the first rows, and fails when one of them is empty.
 */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.split('\n', 1);
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Maximum number of columns; a file with more has another delimiter or is not a list. */
const maxColumns = 200;

/**
 * Parses a file. Rows without any text are left out.
 * @param maxRows the most rows below the titles
 * @throws CsvError when a quote is not closed, or there are too many rows or columns
 */
export function parseCsv(file: string, maxRows: number): CsvRow[] {
  // The library expects the same line break everywhere. Those in quotes belong to the text.
  const text = file
    .slice(file.startsWith(byteOrderMark) ? 1 : 0)
    .replace(/"[^"]*"|\r\n?/g, (match) => (match.startsWith('"') ? match : '\n'));
  const rows: CsvRow[] = [];
  let line = 1;
  let start = 0;
  Papa.parse<string[]>(text, {
    delimiter: findDelimiter(text),
    newline: '\n',
    step({ data, errors, meta: { cursor } }) {
      if (errors.length > 0) throw new CsvError(`Line ${line} has a quote that is not closed.`);
      if (data.length > maxColumns) {
        throw new CsvError(`Line ${line} has more than ${maxColumns} columns.`);
      }
      // Between two quotes within cells, a line break may have kept its carriage return.
      const cells = data.map((cell, index) =>
        unescapeFormulas(index === data.length - 1 ? cell.replace(/\r$/, '') : cell),
      );
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
      if (rows.length > maxRows + 1) {
        const limit = maxRows.toLocaleString('en-US');
        throw new CsvError(`The file has more than ${limit} rows. Split it, and import the parts.`);
      }
      line += countLines(text.slice(start, cursor));
      start = cursor;
    },
  });
  return rows;
}

/**
 * Lists the titles of a file, with an empty one for each further cell that a row has: a comma in a
 * text without quotes begins a cell that belongs to no title.
 */
export function listTitles([head, ...rows]: readonly CsvRow[]): string[] {
  const titles = head?.cells ?? [];
  const untitled = Math.max(0, ...rows.map(({ cells }) => countCells(cells) - titles.length));
  return [...titles, ...Array<string>(untitled).fill('')];
}

/** Counts the cells of a row up to its last text. */
const countCells = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== '') + 1;
