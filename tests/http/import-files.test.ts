import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import type { LeadImportReport } from '../../src/leads/csv/import-contract';
import { parseCsv } from '../../src/leads/csv/parse-csv';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { type CrmFile, crmFiles, crmStatuses } from '../support/crm-files';
import { createFileSite, titles } from '../support/lead-file-site';
import { sampleLead } from '../support/samples';

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

const note = '?otherColumns=note';

/** Imports a file into an empty site. @returns the report and the leads by their emails */
async function importFile(file: string, query = note) {
  const site = await createFileSite();
  const report: LeadImportReport = (await site.sendFile(file, query)).json();
  const leads: Lead[] = await site.list();
  return { ...site, report, leads };
}

/** Finds the texts of a file that are nowhere in the leads, apart from words for a status. */
async function findDropped({ text, translated }: CrmFile): Promise<string[]> {
  const { admin, leads, report } = await importFile(text);
  const details = await Promise.all(
    leads.map(async ({ id }) => (await admin('GET', `/api/leads/${id}`)).json()),
  );
  const stored = JSON.stringify(details);
  const [head, ...rows] = parseCsv(text, 100);
  const skipped = report.errors.map(({ line }) => line);
  return rows
    .filter(({ line }) => !skipped.includes(line))
    .flatMap(({ cells }) =>
      cells.filter((cell, index) => {
        const isTranslated = translated.includes(head?.cells[index] ?? '');
        return cell !== '' && !isTranslated && !stored.includes(JSON.stringify(cell).slice(1, -1));
      }),
    );
}

describe('POST /api/leads/import of a CRM', () => {
  for (const file of crmFiles) {
    test(`takes at least 95 % of the rows of ${file.name}, and asks for no status`, async () => {
      const { report } = await importFile(file.text, `${note}&dryRun=true`);
      expect(report.rows).toBe(50);
      expect(report.errors.length).toBeLessThanOrEqual(2);
      expect(report.statuses.filter(({ status }) => status === null)).toEqual([]);
      expect(report.statuses.length).toBeGreaterThan(2);
      expect(report.columns.filter(({ field }) => field === null)).toEqual([]);
    });

    test(`drops no text of ${file.name}`, async () => {
      expect(await findDropped(file)).toEqual([]);
    });
  }

  for (const [name, statuses] of Object.entries(crmStatuses)) {
    test(`knows each status that ${name} starts with`, async () => {
      const rows = statuses.map((status, index) => `Acme,Ann,${index}@x.example,${status}`);
      const file = ['Company,Full name,Email,Stage', ...rows].join('\n');
      const { report } = await importFile(file, '?dryRun=true');
      expect(report.errors).toEqual([]);
      expect(report.imported).toBe(statuses.length);
    });
  }

  test('joins the first and the last name, and takes the furthest of several statuses', async () => {
    const { leads } = await importFile(
      [
        'First Name,Last Name,Company Name,Email,Lead Status,Lifecycle Stage',
        'Ann,Lee,Acme,ann@x.example,OPEN,Opportunity',
        'Ben,,Bolt,ben@x.example,,Customer',
      ].join('\n'),
    );
    expect(leads.map(({ contactName, status }) => [contactName, status])).toEqual([
      ['Ann Lee', 'proposal_sent'],
      ['Ben', 'closed_won'],
    ]);
  });

  test('asks for each unknown status once, and uses the choice for all its rows', async () => {
    const file = [
      'Company,Full name,Email,Stage',
      'A,Ann,a@x.example,Hot',
      'B,Ben,b@x.example,hot',
      'C,Cy,c@x.example,Won',
    ].join('\n');
    const { report, sendFile, list } = await importFile(file, '?dryRun=true');
    expect(report.statuses).toEqual([
      { value: 'Hot', count: 2, status: null },
      { value: 'Won', count: 1, status: 'closed_won' },
    ]);
    expect(report.errors.map(({ fields }) => fields)).toEqual([
      { status: '“Hot” is not a status' },
      { status: '“hot” is not a status' },
    ]);
    const choice = encodeURIComponent(JSON.stringify({ Hot: 'proposal_sent', Won: 'closed_lost' }));
    expect((await sendFile(file, `?statuses=${choice}`)).json().imported).toBe(3);
    expect((await list()).map(({ status }: Lead) => status)).toEqual([
      'proposal_sent',
      'proposal_sent',
      'closed_lost',
    ]);
    expect((await sendFile(file, '?statuses={"Hot":"warm"}')).statusCode).toBe(400);
  });

  test('fills the fields that a lead has, and keeps the rest as a note', async () => {
    const { admin, sendFile, list } = await createFileSite();
    const { id } = (
      await admin('POST', '/api/project-managers', { name: 'Mia Park', email: 'mia@x.example' })
    ).json();
    const file = [
      'Company,Full name,Email,Sector,# Locations,Stage,Owner,Amount,Created on,Lead source,Next step,Next step due,Note,No. of Employees',
      'A,Ann,"a@x.example, a2@x.example",Fitness,3,Contacted,mia park,"$12,000",1/31/2024,Trade show,Call back,2099-02-03 10:00,Likes tea,120',
      'B,Ben,b@x.example,,,,Somebody,,soon,,Call,,,',
    ].join('\n');
    expect((await sendFile(file, note)).json()).toMatchObject({ imported: 2, errors: [] });
    const leads: Lead[] = await list();
    const details = await Promise.all(
      ['A', 'B'].map(async (name): Promise<LeadDetail> => {
        const found = leads.find(({ companyName }) => companyName === name)?.id;
        return (await admin('GET', `/api/leads/${found}`)).json();
      }),
    );
    expect(details[0]).toMatchObject({
      email: 'a@x.example',
      industry: 'Fitness',
      numberOfLocations: 3,
      assignedPmId: id,
      source: 'trade-show',
      createdAt: '2024-01-31T17:00:00.000Z',
      nextStep: { text: 'Call back', dueAt: '2099-02-03T15:00:00.000Z' },
    });
    expect(details.map(({ notes }) => notes.map(({ text }) => text))).toEqual([
      ['Likes tea\n\nEmail: a@x.example, a2@x.example\nAmount: $12,000\nNo. of Employees: 120'],
      ['Owner: Somebody\nCreated on: soon\nNext step: Call'],
    ]);
    expect((await admin('GET', '/api/leads?q=likes tea')).json()).toHaveLength(1);
  });

  test('keeps cells beyond the titles as a note, and ignores empty ones', async () => {
    const file = [
      'Company,Contact,Email,Message',
      'A,Ann,a@x.example,Hello, call me on Monday',
      'B,Ben,b@x.example,Hi,, ,',
    ].join('\n');
    const { admin, report, sendFile, leads } = await importFile(file);
    expect(report).toMatchObject({ imported: 2, errors: [] });
    expect(report.columns.slice(4)).toEqual([{ title: '', field: 'note' }]);
    const ann = leads.find(({ companyName }) => companyName === 'A');
    const { notes }: LeadDetail = (await admin('GET', `/api/leads/${ann?.id}`)).json();
    expect(notes.map(({ text }) => text)).toEqual(['Column 5: call me on Monday']);
    const chosen = '&dryRun=true&duplicates=import&columns=companyName,contactName,email,message';
    expect((await sendFile(file, `${note}${chosen}`)).json().columns).toEqual(report.columns);
  });

  test('rejects a row with cells beyond the titles where other columns are left out', async () => {
    const file = `${titles}\nA,Ann,a@x.example,,call me\nB,Ben,b@x.example,,,\n`;
    const { report, sendFile, leads } = await importFile(file, '');
    expect(report).toMatchObject({
      imported: 1,
      errors: [{ line: 2, fields: { cells: 'The row has more cells than the file has titles' } }],
    });
    expect(leads.map(({ companyName }) => companyName)).toEqual(['B']);
    const leftOut = '?dryRun=true&columns=companyName,contactName,email,phone,';
    expect((await sendFile(file, leftOut)).json().errors).toEqual([]);
  });

  test('reads the day first when one of the dates of the column can only be that', async () => {
    const file = [
      'Company,Full name,Email,Created on',
      'A,Ann,a@x.example,02/03/2024',
      'B,Ben,b@x.example,31/03/2024 18:30',
    ].join('\n');
    const { leads } = await importFile(file);
    expect(leads.map(({ createdAt }) => createdAt)).toEqual([
      '2024-03-31T22:30:00.000Z',
      '2024-03-02T17:00:00.000Z',
    ]);
  });

  test('lets nothing wait when the rows wait for no answer', async () => {
    const file = [
      'Company,Full name,Email,Status,Created on,Next step,Next step due',
      'A,Ann,a@x.example,New,2020-01-01,Call,2020-01-02T10:00Z',
      'B,Ben,b@x.example,,,Call,2099-01-02T10:00Z',
    ].join('\n');
    const { admin, db, leads } = await importFile(file, '?waiting=false');
    expect(leads.map(({ status }) => status)).toEqual(['contacted', 'contacted']);
    expect((await admin('GET', '/api/leads/summary')).json()).toMatchObject({ new: 0 });
    expect((await admin('GET', '/api/leads?nextStep=overdue')).json()).toEqual([]);
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    const notes = await db.selectFrom('leadNotes').select('text').execute();
    expect(notes).toEqual([{ text: 'Next step: Call\nNext step due: 2020-01-02T10:00Z' }]);
    expect((await importFile(file, '')).leads.map(({ status }) => status)).toEqual(['new', 'new']);
  });

  test('can be undone, with its notes and received dates', async () => {
    const file = 'Company,Full name,Email,Created on,Note\nA,Ann,a@x.example,2024-01-01,Tea';
    const { report, admin, list } = await importFile(file);
    const undone = await admin('POST', `/api/leads/import/${report.importId}/undo`);
    expect(undone.json()).toEqual({ removed: 1, separated: 0, keptIds: [] });
    expect(await list()).toEqual([]);
  });
});

describe("the site's own export", () => {
  test('is the same after an import into an empty site, apart from the IDs', async () => {
    const first = await createFileSite();
    const manager = { name: 'Mia Park', email: 'mia@x.example' };
    const { id: assignedPmId } = (
      await first.admin('POST', '/api/project-managers', manager)
    ).json();
    const campaigns = [
      { utm_source: 'Spring Mail' },
      { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
      undefined,
    ];
    for (const [index, campaign] of campaigns.entries()) {
      const at = '2024-05-01T10:00:00.000Z';
      const touch = { at, landing: '/', referrer: 'www.google.com', ...(campaign && { campaign }) };
      const sent = {
        ...sampleLead,
        email: `${index}@x.example`,
        phone: null,
        attribution: { first: touch, last: touch },
      };
      const { id } = (await first.visitor('POST', '/api/leads', sent)).json();
      const nextStep = { text: 'Call, “again”', dueAt: '2024-06-01T10:00:00.000Z' };
      await first.admin('PATCH', `/api/leads/${id}`, { assignedPmId, nextStep });
      await first.admin('POST', `/api/leads/${id}/notes`, { text: 'One\nnote' });
      await first.admin('POST', `/api/leads/${id}/notes`, { text: '=2' });
      await first.admin('POST', `/api/leads/${id}/notes`, { text: 'Long note. '.repeat(454) });
    }
    const [{ id }, { id: newAgainId }] = await first.list();
    await first.admin('PATCH', `/api/leads/${id}`, { status: 'closed_won' });
    for (const status of ['contacted', 'new']) {
      await first.admin('PATCH', `/api/leads/${newAgainId}`, { status });
    }
    const second = await createFileSite();
    await second.admin('POST', '/api/project-managers', manager);
    const exported = (await first.exportFile()).body;
    expect(exported).toContain(',google,spring,');
    const report = (await second.sendFile(exported, note)).json();
    expect(report).toMatchObject({ imported: 3, errors: [] });
    const withoutIds = (text: string) => {
      const rows = parseCsv(text, 10).map(({ cells }) => cells);
      const column = rows[0]?.indexOf('ID') ?? -1;
      return rows.map((cells) => cells.toSpliced(column, 1)).sort();
    };
    expect(withoutIds((await second.exportFile()).body)).toEqual(withoutIds(exported));
  });
});
