import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import { decodeCsv } from '../../csv/decode-csv';
import { maxFileBytes, maxRows } from '../../csv/import-contract';
import type { CsvRow } from '../../csv/parse-csv';

/** A CSV file to import, with the owner's corrections of its cells. */
export interface ImportFile {
  name: string;
  /** The CSV text that is uploaded, with the corrections. */
  content: Blob;
  titles: readonly string[];
  rows: readonly CsvRow[];
  /** The line of each row in `content`. `line` of a row is its line in the owner's file. */
  lines: readonly number[];
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
  const { parseCsv } = await import('../../csv/parse-csv');
  try {
    const text = decodeCsv(bytes);
    const [head, ...rows] = parseCsv(text, maxRows + 1);
    const titles = head?.cells ?? [];
    return { name, content: file, titles, rows, lines: rows.map(({ line }) => line) };
  } catch {
    return { name, content: file, titles: [], rows: [], lines: [] };
  }
}

/** Returns the row at a line of the content. */
export const findRow = (file: ImportFile, line: number): CsvRow | undefined =>
  file.rows[file.lines.indexOf(line)];

/** Replaces a cell of the row at a line of the owner's file. */
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
  const texts = [formatCsvHeader(file.titles), ...rows.map(({ cells }) => formatCsvRow(cells))];
  const lines: number[] = [];
  let next = 1;
  for (const text of texts) {
    lines.push(next);
    next += text.match(/\r\n|\n|\r/g)?.length ?? 0;
  }
  const content = new Blob(texts, { type: 'text/csv' });
  return { ...file, rows, content, lines: lines.slice(1) };
}
