/**
 * Writes CSV (RFC 4180) so that spreadsheets show texts and never run them as formulas, and so that a
 * file that was exported can be imported unchanged.
 */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Escapes what a spreadsheet may take for a formula with an apostrophe before it, as spreadsheets
 * mark text: at the start, and after each separator or line break. A spreadsheet with another list
 * separator does not see the quotes, and splits there.
 */
const escapeFormulas = (text: string): string =>
  text
    .replace(/(?:^|[;|\t\r\n\u2028\u2029])["' ]*(?=[=+\-@＝＋－＠])/gu, "$&'")
    .replace(/^'*(?=[\t\r\n])/, "$&'");

/** Removes the apostrophes that `escapeFormulas` added. */
export const unescapeFormulas = (text: string): string =>
  text
    .replace(/^('*)'(?=[\t\r\n])/, '$1')
    .replace(/((?:^|[;|\t\r\n\u2028\u2029])["' ]*)'(?=[=+\-@＝＋－＠])/gu, '$1');

const formatCell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? escapeFormulas(value) : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats a row, with its line break. */
export const formatCsvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(formatCell).join(',')}\r\n`;

/** Counts the line breaks of a text. */
export const countLines = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Formats the first row of a file. */
export const formatCsvHeader = (titles: readonly string[]): string =>
  byteOrderMark + formatCsvRow(titles);

/** The encodings that a byte order mark tells apart; without one, a file is UTF-8. */
const markedEncodings = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

const isMark = (mark: string): mark is keyof typeof markedEncodings => mark in markedEncodings;

/**
 * Decodes a file: UTF-8, or UTF-16 as Excel writes "Unicode Text".
 * @throws TypeError when it has another encoding
 */
export function decodeCsv(bytes: Uint8Array): string {
  const mark = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16)).join('');
  const encoding = isMark(mark) ? markedEncodings[mark] : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
