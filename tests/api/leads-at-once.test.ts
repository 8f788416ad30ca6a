import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

interface Answer {
  status: number;
  id: string | undefined;
}

/** Sends all of them before any is answered. */
const sendAll = (site: Site, enquiries: { body: object; key?: string }[]): Promise<Answer[]> =>
  Promise.all(
    enquiries.map(async ({ body, key }) => {
      const answer = await site.visitor('POST', '/api/leads', body, {
        ...(key !== undefined && { 'idempotency-key': key }),
      });
      return { status: answer.statusCode, id: answer.json().id };
    }),
  );

const enquiry = (company: string, more: object = {}) => ({
  body: { ...sampleLead, companyName: company, ...more },
  key: randomUUID() as string,
});

const storedLeads = async (site: Site) =>
  (await site.admin('GET', '/api/leads?limit=500')).json() as { id: string; companyName: string }[];

/** How often the day's enquiries were counted. */
async function counted(site: Site): Promise<number> {
  const { days } = (await site.admin('GET', '/api/funnel/7')).json();
  return days.at(-1).counts.enquiry ?? 0;
}

/** Makes the database itself refuse the leads of one company, as no rule of the site does. */
const refuse = (site: Site, company: string) =>
  inject('engine') === 'sqlite'
    ? sql`create trigger refused before insert on leads when new.company_name = ${sql.lit(company)}
          begin select raise(abort, 'refused'); end`.execute(site.db)
    : sql`alter table leads add constraint refused check (company_name <> ${sql.lit(company)})`.execute(
        site.db,
      );

test('sixty-four at once, with twins, changed twins and invalid ones: each has its own answer', async () => {
  const site = await testApp();
  const good = Array.from({ length: 40 }, (_, index) => enquiry(`Company ${index}`));
  const first = good.slice(0, 10);
  const twins = first.map(({ body, key }) => ({ body, key }));
  const changed = first
    .slice(0, 4)
    .map(({ body, key }) => ({ body: { ...body, phone: '1' }, key }));
  const invalid = Array.from({ length: 10 }, () => enquiry('No address', { email: 'nowhere' }));
  const answers = await sendAll(site, [...good, ...twins, ...changed, ...invalid]);
  const of = (start: number, count: number) => answers.slice(start, start + count);

  expect(of(0, 40).map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect(of(40, 10)).toEqual(of(0, 10));
  expect(of(50, 4).map(({ status }) => status)).toEqual(Array(4).fill(409));
  expect(of(54, 10).map(({ status }) => status)).toEqual(Array(10).fill(400));

  const leads = await storedLeads(site);
  expect(new Map(leads.map(({ id, companyName }) => [companyName, id]))).toEqual(
    new Map(good.map(({ body }, index) => [body.companyName, answers[index]?.id])),
  );
  expect(await counted(site)).toBe(40);
  const { rows } = await sql<{ leads: number | string; deliveries: number | string }>`
    select count(distinct lead_id) as leads, count(*) as deliveries from outbox
    where kind in ('lead-confirmation', 'lead-notification')`.execute(site.db);
  expect(rows.map((row) => [Number(row.leads), Number(row.deliveries)])).toEqual([[40, 80]]);
});

test('what was stored before is what its twins among many at once get', async () => {
  const site = await testApp();
  const before = enquiry('Before');
  const [stored] = await sendAll(site, [before]);
  const others = Array.from({ length: 20 }, (_, index) => enquiry(`Company ${index}`));
  const changed = { ...before, body: { ...before.body, phone: '1' } };
  const answers = await sendAll(site, [before, ...others, before, changed]);
  expect(answers.at(0)).toEqual(stored);
  expect(answers.at(-2)).toEqual(stored);
  expect(answers.at(-1)?.status).toBe(409);
  expect(await storedLeads(site)).toHaveLength(21);
  expect(await counted(site)).toBe(21);
});

test('one that the database refuses fails alone, and its neighbours are stored once', async () => {
  const site = await testApp();
  await refuse(site, 'Refused');
  const good = Array.from({ length: 20 }, (_, index) => enquiry(`Company ${index}`));
  const all = [...good.slice(0, 10), enquiry('Refused'), ...good.slice(10)];
  const answers = await sendAll(site, all);
  expect(answers.map(({ status }) => status)).toEqual(
    all.map(({ body }) => (body.companyName === 'Refused' ? 500 : 201)),
  );
  expect((await storedLeads(site)).map(({ companyName }) => companyName).toSorted()).toEqual(
    good.map(({ body }) => body.companyName).toSorted(),
  );
  expect(await counted(site)).toBe(20);
  expect((await sendAll(site, [enquiry('Later')]))[0]?.status).toBe(201);
});

test('inquiries that arrive together are counted under twenty sources a day and "other"', async () => {
  const site = await testApp();
  const from = (source: string) => {
    const touch = {
      at: new Date().toISOString(),
      landing: '/',
      campaign: { utm_source: source },
    };
    return enquiry(source, { attribution: { first: touch, last: touch } });
  };
  const sources = Array.from(
    { length: 24 },
    (_, index) => `source-${String(index).padStart(2, '0')}`,
  );
  // Two commits at a time don't see each other's new sources: the twenty are stored before the others come.
  await sendAll(site, sources.slice(0, 20).map(from));
  await sendAll(site, [...sources.slice(20), 'source-00', 'source-01'].map(from));
  const { sources: rows } = (await site.admin('GET', '/api/funnel/7')).json() as {
    sources: { source: string; counts: { enquiry: number } }[];
  };
  const counts = new Map(rows.map(({ source, counts }) => [source, counts.enquiry]));
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(26);
  expect(counts.get('other')).toBe(4);
  expect(counts.get('source-00')).toBe(2);
});

test('halves of characters are stored as what stands for them, as a browser would send them', async () => {
  const site = await testApp();
  const [answer] = await sendAll(site, [enquiry('Half \ud83d of a pair')]);
  expect(answer?.status).toBe(201);
  expect((await storedLeads(site))[0]?.companyName).toBe('Half \ufffd of a pair');
});
