/**
 * Reads and writes CSV (RFC 4180) so that spreadsheets show texts and never run them as formulas,
 * and so that a file that was exported can be imported unchanged.
 */

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Escapes what a spreadsheet may take for a formula with an apostrophe before it, as spreadsheets
 * mark text: at the start, and after each separator or line break. A spreadsheet with another list
 * separator does not see the quotes, and splits there.
 */
const escapeFormulas = (text: string): string =>
  text.replace(/^'*(?=[\t\r\n])|(?:^|[;|\t\r\n\u2028\u2029])["' ]*(?=[=+\-@＝＋－＠])/gu, "$&'");

/** Removes the apostrophes that `escapeFormulas` added. */
const unescapeFormulas = (text: string): string =>
  text.replace(
    /^('*)'(?=[\t\r\n])|((?:^|[;|\t\r\n\u2028\u2029])["' ]*)'(?=[=+\-@＝＋－＠])/gu,
    '$1$2',
  );

const formatCell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats a row, with its line break. */
export const formatCsvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(formatCell).join(',')}\r\n`;

/** Formats the first row of a file. */
export const formatCsvHeader = (titles: readonly string[]): string =>
  byteOrderMark + formatCsvRow(titles);

/** A row of a file. */
export interface CsvRow {
  /** The number of its first line, from 1. */
  line: number;
  cells: string[];
}

/** The file is not CSV. The message is for the owner. */
export class CsvError extends Error {}

/** Finds the delimiter by the first line: Excel writes semicolons in many countries. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.split(/\r?\n|\r/, 1);
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Maximum number of columns; a file with more has another delimiter or is not a list. */
const maxColumns = 200;

const countLines = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/**
 * Parses a file. Rows without any text are left out.
 * @throws CsvError when a quote is not closed, or there are too many rows or columns
 */
export function parseCsv(file: string, maxRows: number): CsvRow[] {
  const text = file.startsWith(byteOrderMark) ? file.slice(1) : file;
  const delimiter = findDelimiter(text);
  // A cell in quotes or without, and what ends it.
  const cellPattern = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (cellPattern.lastIndex < text.length || row.cells.length > 0) {
    const match = cellPattern.exec(text);
    if (!match) throw new CsvError(`Line ${line} has a quote that is not closed.`);
    const [whole, quoted, plain = '', end] = match;
    row.cells.push(unescapeFormulas(quoted === undefined ? plain : quoted.replaceAll('""', '"')));
    line += countLines(whole);
    const isFileEnd = cellPattern.lastIndex === text.length;
    // The last cell of the file is empty.
    if (end === delimiter && isFileEnd) row.cells.push('');
    if (row.cells.length > maxColumns) {
      throw new CsvError(`Line ${row.line} has more than ${maxColumns} columns.`);
    }
    if (end === delimiter && !isFileEnd) continue;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length > maxRows) throw new CsvError(`The file has more than ${maxRows} rows.`);
    row = { line, cells: [] };
  }
  return rows;
}
