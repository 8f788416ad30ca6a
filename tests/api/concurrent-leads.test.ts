import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { sampleLead } from '../support/samples';
import { createTestApp, type TestSite } from '../support/test-app';

interface LeadResponse {
  status: number;
  id: string | undefined;
}

/** Sends all requests at once, without waiting for a response in between. */
const sendAll = (
  site: TestSite,
  requests: { body: object; key?: string }[],
): Promise<LeadResponse[]> =>
  Promise.all(
    requests.map(async ({ body, key }) => {
      const response = await site.visitor('POST', '/api/leads', body, {
        ...(key !== undefined && { 'idempotency-key': key }),
      });
      return { status: response.statusCode, id: response.json().id };
    }),
  );

const createRequest = (company: string, more: object = {}) => ({
  body: { ...sampleLead, companyName: company, ...more },
  key: randomUUID() as string,
});

const readLeads = async (site: TestSite) =>
  (await site.admin('GET', '/api/leads?limit=500')).json() as { id: string; companyName: string }[];

/** Reads how many inquiries the funnel has counted today. */
async function readInquiryCount(site: TestSite): Promise<number> {
  const { days } = (await site.admin('GET', '/api/funnel/7')).json();
  return days.at(-1).counts.enquiry ?? 0;
}

/** Makes the database reject the leads of one company, which pass every check of the site. */
const rejectCompany = (site: TestSite, company: string) =>
  inject('engine') === 'sqlite'
    ? sql`create trigger refused before insert on leads when new.company_name = ${sql.lit(company)}
          begin select raise(abort, 'refused'); end`.execute(site.db)
    : sql`alter table leads add constraint refused check (company_name <> ${sql.lit(company)})`.execute(
        site.db,
      );

describe('POST /api/leads under concurrent requests', () => {
  test('returns the right response to each of 64 new, repeated, changed and invalid requests', async () => {
    const site = await createTestApp();
    const valid = Array.from({ length: 40 }, (_, index) => createRequest(`Company ${index}`));
    const first = valid.slice(0, 10);
    const repeated = first.map(({ body, key }) => ({ body, key }));
    const changed = first
      .slice(0, 4)
      .map(({ body, key }) => ({ body: { ...body, phone: '1' }, key }));
    const invalid = Array.from({ length: 10 }, () =>
      createRequest('No address', { email: 'nowhere' }),
    );
    const responses = await sendAll(site, [...valid, ...repeated, ...changed, ...invalid]);
    const slice = (start: number, count: number) => responses.slice(start, start + count);

    expect(slice(0, 40).map(({ status }) => status)).toEqual(Array(40).fill(201));
    expect(slice(40, 10)).toEqual(slice(0, 10));
    expect(slice(50, 4).map(({ status }) => status)).toEqual(Array(4).fill(409));
    expect(slice(54, 10).map(({ status }) => status)).toEqual(Array(10).fill(400));

    const leads = await readLeads(site);
    expect(new Map(leads.map(({ id, companyName }) => [companyName, id]))).toEqual(
      new Map(valid.map(({ body }, index) => [body.companyName, responses[index]?.id])),
    );
    expect(await readInquiryCount(site)).toBe(40);
    const { rows } = await sql<{ leads: number | string; deliveries: number | string }>`
    select count(distinct lead_id) as leads, count(*) as deliveries from outbox
    where kind in ('lead-confirmation', 'lead-notification')`.execute(site.db);
    expect(rows.map((row) => [Number(row.leads), Number(row.deliveries)])).toEqual([[40, 80]]);
  });

  test('returns the stored lead for a key that was used before, and 409 for a changed body', async () => {
    const site = await createTestApp();
    const before = createRequest('Before');
    const [stored] = await sendAll(site, [before]);
    const others = Array.from({ length: 20 }, (_, index) => createRequest(`Company ${index}`));
    const changed = { ...before, body: { ...before.body, phone: '1' } };
    const responses = await sendAll(site, [before, ...others, before, changed]);
    expect(responses.at(0)).toEqual(stored);
    expect(responses.at(-2)).toEqual(stored);
    expect(responses.at(-1)?.status).toBe(409);
    expect(await readLeads(site)).toHaveLength(21);
    expect(await readInquiryCount(site)).toBe(21);
  });

  test('fails only the lead that the database rejects, and stores the others once', async () => {
    const site = await createTestApp();
    await rejectCompany(site, 'Refused');
    const valid = Array.from({ length: 20 }, (_, index) => createRequest(`Company ${index}`));
    const all = [...valid.slice(0, 10), createRequest('Refused'), ...valid.slice(10)];
    const responses = await sendAll(site, all);
    expect(responses.map(({ status }) => status)).toEqual(
      all.map(({ body }) => (body.companyName === 'Refused' ? 500 : 201)),
    );
    expect((await readLeads(site)).map(({ companyName }) => companyName).toSorted()).toEqual(
      valid.map(({ body }) => body.companyName).toSorted(),
    );
    expect(await readInquiryCount(site)).toBe(20);
    expect((await sendAll(site, [createRequest('Later')]))[0]?.status).toBe(201);
  });

  test('counts inquiries under the first 20 sources of the day and "other"', async () => {
    const site = await createTestApp();
    const createRequestFrom = (source: string) => {
      const touch = {
        at: new Date().toISOString(),
        landing: '/',
        campaign: { utm_source: source },
      };
      return createRequest(source, { attribution: { first: touch, last: touch } });
    };
    const sources = Array.from(
      { length: 24 },
      (_, index) => `source-${String(index).padStart(2, '0')}`,
    );
    // Two concurrent commits don't see each other's new sources, so the first twenty go in alone.
    await sendAll(site, sources.slice(0, 20).map(createRequestFrom));
    await sendAll(site, [...sources.slice(20), 'source-00', 'source-01'].map(createRequestFrom));
    const { sources: rows } = (await site.admin('GET', '/api/funnel/7')).json() as {
      sources: { source: string; counts: { enquiry: number } }[];
    };
    const counts = new Map(rows.map(({ source, counts }) => [source, counts.enquiry]));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(26);
    expect(counts.get('other')).toBe(4);
    expect(counts.get('source-00')).toBe(2);
  });

  test('stores U+FFFD in place of an unpaired surrogate, as a browser would send it', async () => {
    const site = await createTestApp();
    const [response] = await sendAll(site, [createRequest('Half \ud83d of a pair')]);
    expect(response?.status).toBe(201);
    expect((await readLeads(site))[0]?.companyName).toBe('Half \ufffd of a pair');
  });
});
