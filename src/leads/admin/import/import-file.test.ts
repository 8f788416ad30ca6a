import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../csv/parse-csv';
import { correctCell, getDefaultWaiting, type ImportFile, readImportFile } from './import-file';

/** Reads a file that is expected to be CSV. */
async function read(text: string): Promise<ImportFile> {
  const file = await readImportFile(new File([text], 'leads.csv'));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

/** Parses what is uploaded of a file, without its titles. */
const parseContent = async ({ content }: ImportFile) => parseCsv(await content.text(), 10).slice(1);

const csv = ['Name;Email;Note', '', 'Ann;ann@x;"two', 'lines"', 'Ben;ben@x.example;=1+1'];

describe('file to import', () => {
  test.each([
    ['with line feeds', csv.join('\n')],
    ['with carriage returns', csv.join('\r\n')],
    ['with empty lines above the titles', '\n\nName,Email\nAnn,ann@x\n\nBen,b@x\n'],
    ['with quotes within cells', 'Name,Email\r\nAnn 5",a@x\r\nBen 6",b@x\r\n'],
  ])('%s keeps its lines and other cells when a cell is corrected', async (_, text) => {
    const file = await read(text);
    const before = await parseContent(file);
    const { line = 0 } = before[0] ?? {};
    const corrected = correctCell(file, line, 1, 'ann@x.example');
    const expected = before.map((row, index) =>
      index === 0 ? { ...row, cells: row.cells.with(1, 'ann@x.example') } : row,
    );
    expect(await parseContent(corrected)).toEqual(expected);
    const again = correctCell(corrected, expected[1]?.line ?? 0, 0, 'Benedict');
    expect((await parseContent(again)).map(({ cells }) => cells[0])).toEqual([
      expected[0]?.cells[0],
      'Benedict',
    ]);
  });

  test("has new leads wait by default when it is the site's own export", async () => {
    expect(getDefaultWaiting(await read('Company,Uncovered hours\n'))).toBe('true');
    expect(getDefaultWaiting(await read('Company,Email\n'))).toBe('false');
  });

  test('is read from UTF-16, which Excel calls "Unicode Text"', async () => {
    const bytes = new Uint8Array(Buffer.from('\uFEFFName\tEmail\nJosé\tjose@x\n', 'utf16le'));
    const file = await readImportFile(new File([bytes], 'leads.txt'));
    expect(file).toMatchObject({
      titles: ['Name', 'Email'],
      rows: [{ line: 2, cells: ['José', 'jose@x'] }],
    });
  });

  test('fills a short row with empty cells when one of its cells is corrected', async () => {
    const corrected = correctCell(await read('Name,Email\nAnn\n'), 2, 1, 'ann@x.example');
    expect(corrected.rows).toEqual([{ line: 2, cells: ['Ann', 'ann@x.example'] }]);
  });

  test('keeps cells beyond the titles when a cell is corrected, below an empty title', async () => {
    const file = await read('Name,Email\nAnn,ann@x,call me,\nBen,ben@x.example\n');
    expect(file.titles).toEqual(['Name', 'Email', '']);
    const corrected = correctCell(file, 2, 1, 'ann@x.example');
    expect(await parseContent(corrected)).toMatchObject([
      { cells: ['Ann', 'ann@x.example', 'call me'] },
      { cells: ['Ben', 'ben@x.example'] },
    ]);
  });

  test('is rejected with a message when it is a spreadsheet or larger than 4 MB', async () => {
    expect(await readImportFile(new File(['x'], 'Leads.XLSX'))).toMatch(/is a spreadsheet/);
    const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'leads.csv');
    expect(await readImportFile(large)).toMatch(/larger than 4 MB/);
  });
});
