import { describe, expect, test } from 'vitest';
import type { SecurityEvent } from '../../src/foundation/auth/contract';
import type { Lead } from '../../src/leads/contract';
import { parseCsv } from '../../src/leads/csv/parse-csv';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { DAY } from '../../src/lib/time/durations';
import { copyLead } from '../support/copy-lead';
import { createFileSite, titles } from '../support/lead-file-site';
import { sampleLead } from '../support/samples';

describe('GET /api/leads.csv', () => {
  test('has the leads that match, in UTF-8 with a byte order mark, without formulas', async () => {
    const { visitor, exportFile } = await createFileSite();
    await visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: '=HYPERLINK("http://evil.example")',
      message: '@SUM(A1)\n👍 שלום',
    });
    await visitor('POST', '/api/leads', { ...sampleLead, companyName: 'Other', phone: null });
    const file = await exportFile('?q=evil');
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain('leads.csv');
    expect([...file.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(file.body).toContain(`"'@SUM(A1)\n👍 שלום"`);
    const rows = parseCsv(file.body, 100);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.cells.slice(0, 4)).toEqual(['Company', 'Contact', 'Email', 'Phone']);
    expect(rows[1]?.cells[7]).toBe('@SUM(A1)\n👍 שלום');
  });

  test('has all pages of a long list', async () => {
    const { visitor, db, exportFile } = await createFileSite();
    await copyLead(db, (await visitor('POST', '/api/leads', sampleLead)).json().id, 600);
    const rows = parseCsv((await exportFile()).body, 1_000);
    const column = rows[0]?.cells.indexOf('ID') ?? -1;
    const ids = rows.map(({ cells }) => cells[column]);
    expect(new Set(ids).size).toBe(602);
  });
});

describe('POST /api/leads/export', () => {
  test('has the chosen leads in their order, with all that the file of the list has', async () => {
    const { visitor, admin, exportFile } = await createFileSite();
    const person = { name: 'Rosa', email: 'rosa@x.example' };
    const assignedPmId = (await admin('POST', '/api/project-managers', person)).json().id;
    const ids: string[] = [];
    for (const companyName of ['Old', 'Middle', 'New']) {
      const { id } = (await visitor('POST', '/api/leads', { ...sampleLead, companyName })).json();
      await admin('PATCH', `/api/leads/${id}`, { assignedPmId });
      await admin('POST', `/api/leads/${id}/notes`, { text: `About ${companyName}` });
      ids.unshift(id);
    }
    const all = await exportFile();
    const chosen = await admin('POST', '/api/leads/export', { ids: [...ids, 'missing'] });
    expect(chosen.headers['content-type']).toBe(all.headers['content-type']);
    expect(chosen.rawPayload).toEqual(all.rawPayload);
    const [, last] = parseCsv(
      (await admin('POST', '/api/leads/export', { ids: ids.slice(2) })).body,
      2,
    );
    expect(last?.cells.slice(-2)).toEqual(['Rosa', 'About Old']);
    expect((await visitor('POST', '/api/leads/export', { ids })).statusCode).toBe(401);
  });
});

describe('each export', () => {
  test('is recorded as a security event with the names of its filters, but not their values', async () => {
    const { admin, exportFile } = await createFileSite();
    await exportFile();
    await exportFile('?q=evil&status=new&sort=value');
    await admin('POST', '/api/leads/export', { ids: ['one', 'two'] });
    const events: SecurityEvent[] = (await admin('GET', '/api/security/events')).json();
    expect(events.map(({ kind, detail }) => [kind, detail]).toSorted()).toEqual([
      ['leads-exported', '2 chosen leads'],
      ['leads-exported', 'all'],
      ['leads-exported', 'status, q'],
    ]);
  });
});

describe('POST /api/leads/import', () => {
  test('imports an exported file unchanged, without any delivery', async () => {
    const { visitor, admin, db, sendFile, exportFile, list } = await createFileSite();
    const typed = { ...sampleLead, companyName: '+1 "quoted"; \'x', message: "=1\n-2\r\n'3" };
    await visitor('POST', '/api/leads', typed);
    const file = (await exportFile()).body;
    const [{ id }] = await list();
    await admin('DELETE', `/api/leads/${id}`);
    const deliveries = await db.selectFrom('outbox').select('id').execute();
    const report = await sendFile(file);
    expect(report.json()).toMatchObject({ rows: 1, imported: 1, errors: [], duplicates: [] });
    expect(await list()).toEqual([
      expect.objectContaining({ ...typed, status: 'new', suspect: null }),
    ]);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual(deliveries);
    expect((await admin('GET', '/api/leads?q=quoted')).json()).toHaveLength(1);
  });

  test('reports rows, errors and duplicates in a dry run, and stores nothing', async () => {
    const { visitor, sendFile, list } = await createFileSite();
    await visitor('POST', '/api/leads', { ...sampleLead, email: 'known@x.example' });
    const file = [
      titles,
      'New,Ann,ann@x.example,',
      ',No company,no@x.example,',
      'Known,Kim,Known+2@x.example,',
      'Twin,Ann,ANN@x.example,',
    ].join('\n');
    const report = (await sendFile(file, '?dryRun=true')).json();
    expect(report).toMatchObject({ importId: null, rows: 4, imported: 1 });
    expect(report.columns).toEqual([
      { title: 'Company', field: 'companyName' },
      { title: 'Contact', field: 'contactName' },
      { title: 'Email', field: 'email' },
      { title: 'Phone', field: 'phone' },
    ]);
    expect(report.errors).toEqual([
      {
        line: 3,
        cells: ['', 'No company', 'no@x.example', ''],
        fields: { companyName: 'Required' },
      },
    ]);
    expect(report.duplicates).toMatchObject([
      {
        line: 4,
        match: 'email',
        leadId: expect.any(String),
        lead: { companyName: sampleLead.companyName, status: 'new' },
        earlierLine: null,
        choice: 'skip',
      },
      { line: 5, match: 'email', leadId: null, lead: null, earlierLine: 2, choice: 'skip' },
    ]);
    expect(await list()).toHaveLength(1);
    expect((await sendFile(file, '?duplicates=import')).json().imported).toBe(3);
    expect(await list()).toHaveLength(4);
  });

  test('lists the leads in the order of the file', async () => {
    const { sendFile, list } = await createFileSite();
    const names = Array.from({ length: 20 }, (_, index) => `Company ${index}`);
    const rows = names.map((name, index) => `${name},Ann,ann-${index}@x.example,`);
    await sendFile([titles, ...rows].join('\n'));
    expect((await list()).map(({ companyName }: Lead) => companyName)).toEqual(names);
  });

  test('adds duplicates to the leads that they match, by the choice for each row', async () => {
    const { visitor, admin, sendFile, list } = await createFileSite();
    const sent = { ...sampleLead, companyName: 'Known', email: 'known@x.example' };
    const { id } = (await visitor('POST', '/api/leads', sent)).json();
    const file = [
      `${titles},Message`,
      'New,Ann,ann@x.example,,',
      'Known,Kim,known@x.example,(614) 555-0122,Second inquiry',
      'Twin,Ann,ann@x.example,,Later row',
      'Own,Kim,known@x.example,,',
      'Out,Kim,known@x.example,,',
      'Chain,Lee,lee@x.example,614.555.0122,By phone of a row that was added',
    ].join('\n');
    const query = '?duplicates=add&choices=5:import,6:skip&fileName=leads-2025.csv';
    const preview = (await sendFile(file, `${query}&dryRun=true`)).json();
    expect(preview).toMatchObject({ importId: null, imported: 2, added: 3 });
    const choices = preview.duplicates.map(({ choice }: { choice: string }) => choice);
    expect(choices).toEqual(['add', 'add', 'import', 'skip', 'add']);
    const report = (await sendFile(file, query)).json();
    expect(report).toMatchObject({ imported: 2, added: 3 });
    const companies: string[] = (await list()).map((lead: Lead) => lead.companyName);
    expect(companies.sort()).toEqual(['Known', 'New', 'Own']);
    const known = (await admin('GET', `/api/leads/${id}`)).json();
    const merged = known.merged.map(({ companyName }: Lead) => companyName);
    expect(merged.sort()).toEqual(['Chain', 'Known']);
    expect(JSON.stringify(known.timeline)).toContain('Second inquiry');

    const [listed] = (await admin('GET', '/api/leads/imports')).json();
    expect(listed).toMatchObject({
      id: report.importId,
      fileName: 'leads-2025.csv',
      by: 'admin',
      leadCount: 2,
      addedCount: 3,
      undoneAt: null,
    });
    expect(Date.parse(listed.undoUntil) - Date.parse(listed.createdAt)).toBe(DAY);

    const undone = await admin('POST', `/api/leads/import/${report.importId}/undo`);
    expect(undone.json()).toEqual({ removed: 2, separated: 3, keptIds: [] });
    const before = (await admin('GET', `/api/leads/${id}`)).json();
    expect(before).toMatchObject({ merged: [], companyName: 'Known' });
    expect(before.timeline.map(({ kind }: TimelineEntry) => kind)).not.toContain('imported');
    expect((await admin('GET', '/api/leads/imports')).json()).toMatchObject([
      { undoUntil: null, undoneAt: expect.any(String) },
    ]);
  });

  test('stores each person once when the same file is imported twice at once', async () => {
    const { sendFile, list } = await createFileSite();
    const file = `${titles}\nA,Ann,ann@x.example,\nB,Ben,ben@x.example,\n`;
    const responses = await Promise.all([sendFile(file), sendFile(file)]);
    const counts = responses.map((response) => response.json().imported);
    expect(counts.sort()).toEqual([0, 2]);
    expect(await list()).toHaveLength(2);
  });

  test('stores a repeated request with an Idempotency-Key once, with the report of the first', async () => {
    const { visitor, admin, sendFile, list } = await createFileSite();
    const sent = { ...sampleLead, email: 'known@x.example', phone: null };
    const { id } = (await visitor('POST', '/api/leads', sent)).json();
    const file = `${titles}\nNew,Ann,ann@x.example,\nKnown,Kim,known@x.example,\n`;
    const send = (query: string, text = file) =>
      sendFile(text, query, { 'idempotency-key': 'one-import-0001' });
    const [first, atOnce] = await Promise.all([send('?duplicates=add'), send('?duplicates=add')]);
    expect(first.json()).toMatchObject({ imported: 1, added: 1, duplicates: [{ leadId: id }] });
    expect(atOnce.json()).toEqual(first.json());
    expect((await send('?duplicates=add')).json()).toEqual(first.json());
    expect((await send('?duplicates=import')).statusCode).toBe(409);
    expect((await send('?duplicates=add', `${file}More,Mo,mo@x.example,`)).statusCode).toBe(409);
    expect(await list()).toHaveLength(2);
    expect((await admin('GET', `/api/leads/${id}`)).json().merged).toHaveLength(1);
    expect((await admin('GET', '/api/leads/imports')).json()).toHaveLength(1);
    await sendFile(file, '?duplicates=add');
    expect((await admin('GET', `/api/leads/${id}`)).json().merged).toHaveLength(2);
  });

  test('adds a row of a merged inquiry to the lead of which the inquiry is a part', async () => {
    const { visitor, admin, sendFile, list } = await createFileSite();
    const [keepId, otherId, secondId] = await Promise.all(
      ['ann@x.example', 'ann@y.example', 'ann@z.example'].map(async (email) => {
        const sent = { ...sampleLead, email, phone: null };
        return (await visitor('POST', '/api/leads', sent)).json().id;
      }),
    );
    await admin('POST', '/api/leads/merge', { keepId: otherId, otherId: secondId });
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    const file = `${titles}\nZ,Ann,ann@z.example,\n`;
    const report = (await sendFile(file, '?duplicates=add')).json();
    expect(report).toMatchObject({ imported: 0, added: 1, duplicates: [{ leadId: keepId }] });
    expect((await list()).map(({ id }: Lead) => id)).toEqual([keepId]);
  });

  test('adds rows to a lead rather than to newer spam of the same person, and reports spam', async () => {
    const { visitor, admin, sendFile } = await createFileSite();
    const send = async (email: string) =>
      (await visitor('POST', '/api/leads', { ...sampleLead, email, phone: null })).json().id;
    const leadId = await send('ann@x.example');
    const ids = [await send('ann@x.example'), await send('ben@x.example')];
    await admin('POST', '/api/leads/bulk', { ids, action: 'spam' });
    const file = `${titles}\nA,Ann,ann@x.example,\nB,Ben,ben@x.example,\n`;
    const { duplicates } = (await sendFile(file, '?dryRun=true')).json();
    expect(duplicates).toMatchObject([
      { leadId, lead: { suspect: null } },
      { leadId: ids[1], lead: { suspect: 'by-hand' } },
    ]);
  });
});

describe('GET /api/leads?import=', () => {
  test('lists the new leads of an import, with the other filters and as CSV', async () => {
    const { visitor, admin, sendFile, exportFile } = await createFileSite();
    const known = { ...sampleLead, companyName: 'Known', email: 'known@x.example' };
    await visitor('POST', '/api/leads', known);
    const first = [
      `${titles},Status`,
      'First,Ann,ann@x.example,,contacted',
      'Second,Ben,ben@x.example,,',
      'Known,Kim,known@x.example,,',
    ].join('\n');
    const { importId } = (await sendFile(first, '?duplicates=add')).json();
    await sendFile(`${titles}\nThird,Cleo,cleo@x.example,`);
    const list = async (query: string) => {
      const response = await admin('GET', `/api/leads?${query}&sort=created`);
      const companies = response.json().map(({ companyName }: Lead) => companyName);
      expect(response.headers['x-total-count']).toBe(String(companies.length));
      return companies.sort();
    };
    expect(await list(`import=${importId}`)).toEqual(['First', 'Second']);
    expect(await list(`import=${importId}&q=ben`)).toEqual(['Second']);
    expect(await list(`import=${importId}&status=contacted`)).toEqual(['First']);
    expect(await list('import=unknown')).toEqual([]);
    expect((await admin('GET', '/api/leads?import=a%20b')).statusCode).toBe(400);
    const rows = parseCsv((await exportFile(`?import=${importId}&sort=created`)).body, 10);
    expect(rows.map(({ cells }) => cells[0]).sort()).toEqual(['Company', 'First', 'Second']);
    const stages = (await admin('GET', `/api/leads/stages?import=${importId}`)).json();
    expect(stages.filter(({ count }: { count: number }) => count > 0)).toMatchObject([
      { status: 'new', count: 1 },
      { status: 'contacted', count: 1 },
    ]);
  });
});
