import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvHeader, formatCsvRow } from './csv';
import { CsvError, parseCsv } from './parse-csv';

const hostileTexts = [
  ...['=HYPERLINK("http://evil.example","Click")', '@SUM(A1:A9)', '+1', '-2+3', '＝1'],
  ...['\tleading tab', '\n=1', "\n'=1", "'=1", "''+1", "'quoted'", 'a "quoted" word'],
  ...['two\nlines', 'two\r\nlines', 'semi;colon, comma', ' spaces ', ''],
  ...['👍 emoji', 'שלום עולם'],
];

describe('CSV', () => {
  it('returns every text unchanged through a round trip', () => {
    const file =
      formatCsvHeader(['a', 'b']) + hostileTexts.map((text) => formatCsvRow([text, 'x'])).join('');
    expect(
      parseCsv(file, 100)
        .slice(1)
        .map(({ cells }) => cells),
    ).toEqual(hostileTexts.map((text) => [text, 'x']));
  });

  it('returns any text that spreadsheets split or run unchanged through a round trip', () => {
    const unit = fc.constantFrom(...'=+-@＝;|,\t\r\n\u2028"\' a');
    const text = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(text, (cell) => {
        const [, row] = parseCsv(formatCsvHeader(['a', 'b']) + formatCsvRow([cell, 'x']), 9);
        expect(row?.cells).toEqual([cell, 'x']);
      }),
    );
  });

  it('has no formula after another separator or a line break, where a spreadsheet may split', () => {
    expect(formatCsvRow(['a;=1', 'a; "\'=1', 'a\t@x', 'a|-1', 'a\n+1\n\nb', 'a, =1'])).toBe(
      `"a;'=1","a; ""''=1","a\t'@x",a|'-1,"a\n'+1\n\nb","a, =1"\r\n`,
    );
  });

  it('starts with a byte order mark and has no cell that a spreadsheet runs', () => {
    expect(formatCsvHeader(['a'])).toBe('\uFEFFa\r\n');
    expect(formatCsvRow(['=1', '+1', '-1', '@x', '\tx', 7, null])).toBe(
      `'=1,'+1,'-1,'@x,"'\tx",7,\r\n`,
    );
  });

  it('detects semicolons and tabs', () => {
    expect(parseCsv('a;b\n"1;2";3', 9).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1;2', '3'],
    ]);
    expect(parseCsv('a\tb\r1\t2\r', 9).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('reports the line on which a row starts, and skips empty rows', () => {
    const rows = parseCsv('a,b\n"x\ny",1\n\n,\nz,\n', 9);
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x\ny', '1'] },
      { line: 6, cells: ['z', ''] },
    ]);
  });

  it('reads any mixture of line breaks', () => {
    const rows = parseCsv('a\r\n1\n"2\r\n3"\r4', 9);
    expect(rows).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['1'] },
      { line: 3, cells: ['2\r\n3'] },
      { line: 5, cells: ['4'] },
    ]);
  });

  it('keeps an empty last cell without a line break', () => {
    expect(parseCsv('a,b\n1,', 9).at(-1)?.cells).toEqual(['1', '']);
  });

  it('rejects an open quote and too many rows', () => {
    expect(() => parseCsv('a\n"b', 9)).toThrow(CsvError);
    expect(() => parseCsv('a\nb\nc', 1)).toThrow('more than 1 rows');
    expect(() => parseCsv(`a\n${','.repeat(200)}`, 9)).toThrow('more than 200 columns');
    expect(parseCsv('', 9)).toEqual([]);
  });
});
