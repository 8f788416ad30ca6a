import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../csv/parse-csv';
import { correctCell, findRow, type ImportFile, readImportFile } from './import-file';

const csv = ['Name;Email;Note', '', 'Ann;ann@x;"two', 'lines"', 'Ben;ben@x.example;=1+1'].join(
  '\n',
);

/** Reads a file that is expected to be CSV. */
async function read(text: string): Promise<ImportFile> {
  const file = await readImportFile(new File([text], 'leads.csv'));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe('file to import', () => {
  test('keeps its line numbers and other cells when a cell is corrected', async () => {
    const file = await read(csv);
    expect(file.rows.map(({ line }) => line)).toEqual([3, 5]);
    const corrected = correctCell(file, 3, 1, 'ann@x.example');
    const rows = parseCsv(await corrected.content.text(), 10);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Email', 'Note'],
      ['Ann', 'ann@x.example', 'two\nlines'],
      ['Ben', 'ben@x.example', '=1+1'],
    ]);
    const second = rows[2]?.line ?? 0;
    expect(findRow(corrected, second)).toMatchObject({
      line: 5,
      cells: ['Ben', 'ben@x.example', '=1+1'],
    });
    const again = correctCell(corrected, 5, 0, 'Benedict');
    expect(findRow(again, second)?.cells[0]).toBe('Benedict');
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
    expect(findRow(corrected, 2)?.cells).toEqual(['Ann', 'ann@x.example']);
  });

  test('is rejected with a message when it is a spreadsheet or larger than 4 MB', async () => {
    expect(await readImportFile(new File(['x'], 'Leads.XLSX'))).toMatch(/is a spreadsheet/);
    const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'leads.csv');
    expect(await readImportFile(large)).toMatch(/larger than 4 MB/);
  });
});
