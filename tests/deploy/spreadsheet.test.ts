import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ListedLead } from '../../src/leads/contract';
import { ApiClient } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { sampleLead } from '../support/samples';
import { createTestFolder, startEmptySite } from '../support/test-resources';

/** Texts by which a visitor could run something in the owner's spreadsheet. */
const hostileTexts = [
  ...['=HYPERLINK("http://evil.example","Click")', '@SUM(1+1)', '+1 555 0100', '-2+3', '\t=1+1'],
  ...['a\tb', '"quoted"; with, commas', "'=1+1", 'x;', 'two\nlines', '👍🏽 crew', 'שלום עולם'],
  ...['x;=HYPERLINK("http://evil.example","Click")', 'x;"=1+1"', "x; '@SUM(1+1)", 'x\t=1+1'],
  ...['x|-2+3', 'x\n=1+1\n- one\n- two'],
];

/** The list separators that spreadsheets have in some country or format. */
const separators = [',', ';', '\t', '|'];

/** The separator, double quote, UTF-8, from line 1; formulas are evaluated. */
const buildImportFilter = (separator: string) =>
  `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true`;
const csvExport = 'csv:Text - txt - csv (StarCalc):44,34,76,1';

/** Opens files in LibreOffice without a display. */
function createLibreOffice(program: string) {
  const path = createTestFolder('disk');
  const profile = `-env:UserInstallation=file://${path}/profile`;
  return async (text: string, target: string, separator = ','): Promise<string> => {
    const source = join(path, 'leads.csv');
    writeFileSync(source, text);
    const out = join(path, 'out');
    const filter = `--infilter=${buildImportFilter(separator)}`;
    const args = ['--headless', profile, filter, '--convert-to', target, '--outdir', out, source];
    await promisify(execFile)(program, args, { timeout: 120_000 });
    return readFileSync(join(out, `leads.${target.split(':')[0]}`), 'utf8');
  };
}

describe('exported leads in LibreOffice', () => {
  test('run no formula, and are unchanged when the saved file is imported again', async ({
    skip,
  }) => {
    const program =
      provideProgram('soffice', 'libreoffice-calc-nogui') ??
      skip('There is no LibreOffice on this machine.');
    const convert = createLibreOffice(program);
    // Check that the test would detect a formula.
    expect(await convert('Company\r\n=1+1\r\n', 'fods')).toContain('table:formula');

    const server = await startEmptySite();
    const api = new ApiClient(server.url);
    await api.signIn();
    for (const [index, message] of hostileTexts.entries()) {
      const email = `person${index}@x.example`;
      const lead = { ...sampleLead, email, companyName: `x${index}`, message };
      expect((await api.post('/api/leads', lead)).status).toBe(201);
    }
    const list = async () => (await api.get('/api/leads?limit=500')).body as ListedLead[];
    const before = await list();
    const file = (await api.get('/api/leads.csv')).body as string;
    for (const one of separators) {
      expect([one, await convert(file, 'fods', one)]).toEqual([
        one,
        expect.not.stringContaining('table:formula'),
      ]);
    }

    const saved = await convert(file, csvExport);
    for (const { id } of before) await api.delete(`/api/leads/${id}`);
    const importPath = '/api/leads/import?duplicates=import';
    const csv = { 'Content-Type': 'text/csv' };
    const report = await api.post(importPath, Buffer.from(saved), csv);
    expect(report.body).toMatchObject({ imported: hostileTexts.length, errors: [] });
    const readMessages = (leads: ListedLead[]) =>
      leads.map(({ email, message }) => `${email} ${message}`).sort();
    expect(readMessages(await list())).toEqual(readMessages(before));
  });
});
