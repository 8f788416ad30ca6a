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

/** Formats the first row of a file. */
export const formatCsvHeader = (titles: readonly string[]): string =>
  byteOrderMark + formatCsvRow(titles);
