import { describe, expect, test } from 'vitest';
import { createFileSite, titles } from '../support/lead-file-site';

describe('POST /api/leads/import', () => {
  test('maps the columns by the query parameter', async () => {
    const { sendFile, list } = await createFileSite();
    const file = 'Wer;Firma;Was;Mail\nAnn;Acme;egal;ann@x.example\n';
    const report = await sendFile(file, '?columns=contactName,companyName,,email');
    expect(report.json()).toMatchObject({ imported: 1 });
    expect((await list())[0]).toMatchObject({ companyName: 'Acme', contactName: 'Ann' });
  });

  test.each([
    ['little', (bytes: Buffer) => bytes],
    ['big', (bytes: Buffer) => bytes.swap16()],
  ])('imports UTF-16 with %s-endian bytes, as Excel writes "Unicode Text"', async (_, order) => {
    const { sendFile, list } = await createFileSite();
    const text = `\uFEFF${titles}\nJosé’s Spa,Zoë,zoe@x.example,\n`.replaceAll(',', '\t');
    const response = await sendFile(order(Buffer.from(text, 'utf16le')));
    expect(response.json()).toMatchObject({ rows: 1, imported: 1 });
    expect(await list()).toMatchObject([{ companyName: 'José’s Spa', contactName: 'Zoë' }]);
  });

  test('joins the lines of a cell, except in the message', async () => {
    const { sendFile, list } = await createFileSite();
    const file = `${titles},Message\n"Ann’s \r\n Spa","Ann\n\nBell","ann@x.example\nb@x.example",,"1\n2"`;
    expect((await sendFile(file)).json()).toMatchObject({ imported: 1, errors: [] });
    const lead = { companyName: 'Ann’s Spa', contactName: 'Ann Bell', email: 'ann@x.example' };
    expect(await list()).toMatchObject([{ ...lead, message: '1\n2' }]);
  });

  test('rejects a file that is not UTF-8 or not CSV', async () => {
    const { sendFile } = await createFileSite();
    expect((await sendFile(Buffer.from([0x41, 0xff, 0xfe]))).statusCode).toBe(422);
    expect((await sendFile(`${titles}\n"open`)).statusCode).toBe(422);
    expect((await sendFile('')).statusCode).toBe(422);
    expect((await sendFile(titles, '?columns=a;b')).statusCode).toBe(400);
    expect((await sendFile(titles, '?choices=2:keep')).statusCode).toBe(400);
  });
});
