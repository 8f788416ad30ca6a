import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { samplePlan } from '../support/sample-plan';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const otherPlan = { ...samplePlan, desks: samplePlan.desks.slice(0, 1) };

async function createSiteWithPlan(plan: unknown = samplePlan) {
  const site = await createTestApp();
  const send = (fields: object, headers = {}) =>
    site.visitor('POST', '/api/leads', { ...sampleLead, ...fields }, headers);
  const { id } = (await send({ plan })).json();
  const readLead = async (leadId = id) => (await site.admin('GET', `/api/leads/${leadId}`)).json();
  return { ...site, id, send, readLead };
}

describe('the plan of a lead', () => {
  test('is stored with the inquiry, with its hours in order, and returned to the admin', async () => {
    const [desk] = samplePlan.desks;
    const hours = [...(desk?.hours ?? [])].reverse();
    const { admin, id, readLead } = await createSiteWithPlan({
      ...samplePlan,
      desks: [{ ...desk, name: ' Front desk ', hours }, samplePlan.desks[1]],
    });
    expect((await readLead()).plan).toEqual(samplePlan);
    expect((await admin('GET', '/api/leads')).json()).toMatchObject([{ id, plan: samplePlan }]);
  });

  /** Half hours of a week, each second one. */
  const everySecond = Array.from({ length: 168 }, (_, span) => {
    const hour = String(span % 24).padStart(2, '0');
    return { day: 1 + Math.floor(span / 24), from: `${hour}:00`, to: `${hour}:30` };
  });
  const createDesks = (length: number) =>
    Array.from({ length }, (_, index) => ({ name: `Desk ${index}`, hours: everySecond }));
  const quarter = { day: 1, from: '09:15', to: '10:00' };
  const longTools = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(80));

  const getSite = shareSite(() => createSiteWithPlan(null));

  test.each<[string, unknown, string]>([
    ['text', 'lunch', 'Expected object, received string'],
    ['a zone of another planet', { timeZone: 'Mars/Olympus' }, 'Please choose a time zone'],
    ['61 locations', { locations: 61 }, 'At most 60 locations'],
    ['nine desks', { desks: createDesks(9) }, 'At most 8 desks'],
    [
      'desks of one name',
      { desks: [...createDesks(1), ...createDesks(1)] },
      'Names of desks must be different',
    ],
    [
      'a control character',
      { desks: [{ name: 'Front\u0007desk', hours: [] }] },
      'Contains characters that cannot be shown',
    ],
    [
      'a NUL',
      { desks: [{ name: 'Front\u0000desk', hours: [] }] },
      'Contains characters that cannot be shown',
    ],
    [
      'quarters of an hour',
      { desks: [{ name: 'Desk', hours: [quarter] }] },
      'Must be a time in half hours',
    ],
    [
      'more than an address holds',
      { desks: createDesks(8).map((desk) => ({ ...desk, tools: longTools })) },
      'Too many different hours, tools or languages',
    ],
  ])('is rejected with %s', async (_, change, message) => {
    const { send, admin } = getSite();
    const plan = typeof change === 'object' ? { ...samplePlan, ...change } : change;
    const response = await send({ plan });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ plan: message });
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(1);
  });

  test('is stored without unknown fields, and rejected with the keys of prototypes', async () => {
    const { app, send, readLead } = await createSiteWithPlan(null);
    const { id } = (await send({ plan: { ...samplePlan, isAdmin: true } })).json();
    expect((await readLead(id)).plan).toEqual(samplePlan);
    const body = JSON.stringify({ ...sampleLead, plan: { ...samplePlan, key: {} } });
    for (const key of ['__proto__', 'constructor']) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/leads',
        headers: { 'content-type': 'application/json' },
        payload: body.replace('"key":{}', `"${key}":{"prototype":{"isAdmin":true}}`),
      });
      expect(response.statusCode, key).toBe(400);
    }
  });

  test('belongs to the request that an Idempotency-Key repeats', async () => {
    const { send, admin } = await createSiteWithPlan(null);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await send({ plan: samplePlan }, headers),
      await send({ plan: samplePlan }, headers),
    ];
    expect(second.json()).toEqual(first.json());
    expect((await send({ plan: otherPlan }, headers)).statusCode).toBe(409);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(2);
  });

  test('does not keep the lead from being read when a later release has written it', async () => {
    const { db, id, readLead } = await createSiteWithPlan();
    await sql`update leads set plan = '{"weeks":[]}'`.execute(db);
    expect(await readLead()).toMatchObject({ id, plan: null });
    await sql`update leads set plan = 'not JSON'`.execute(db);
    expect(await readLead()).toMatchObject({ id, plan: null });
  });

  test('is that of the other lead after a merge, unless the lead has one, until that is undone', async () => {
    const { admin, id, send, readLead } = await createSiteWithPlan(null);
    const email = 'olga@second.example';
    const otherId = (await send({ email, plan: otherPlan })).json().id;
    const merge = (keepId: string, mergedId: string) =>
      admin('POST', '/api/leads/merge', { keepId, otherId: mergedId });
    expect((await merge(id, otherId)).statusCode).toBe(200);
    expect((await readLead()).plan).toEqual(otherPlan);
    await admin('POST', `/api/leads/${id}/unmerge`, { otherId });
    expect((await readLead()).plan).toBe(null);
    expect((await readLead(otherId)).plan).toEqual(otherPlan);
    const thirdId = (await send({ email: 'o@third.example', plan: samplePlan })).json().id;
    await merge(thirdId, otherId);
    expect((await readLead(thirdId)).plan).toEqual(samplePlan);
  });

  test('is exported for its person, and erased with the lead', async () => {
    const { admin, db } = await createSiteWithPlan({
      ...otherPlan,
      desks: [{ ...otherPlan.desks[0], name: '<script>alert(1)</script>' }],
    });
    const query = `email=${encodeURIComponent(sampleLead.email)}`;
    const data = (await admin('GET', `/api/privacy/export?${query}`)).json();
    expect(data.leads[0].plan.desks[0].hours).toEqual(samplePlan.desks[0]?.hours);
    const page = await admin('GET', `/api/privacy/export?${query}&format=html`);
    expect(page.body).toContain('&lt;script&gt;alert(1)');
    expect(page.body).not.toContain('<script>');
    await admin('POST', '/api/privacy/erase', { email: sampleLead.email });
    for (const table of ['leads', 'bookings', 'audit', 'outbox', 'lead_search_texts']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      expect(JSON.stringify(rows), table).not.toContain('alert(1)');
    }
  });

  test('names no people, so that nothing of a deleted person remains in it', async () => {
    const { admin, db, readLead, visitor } = await createSiteWithPlan(otherPlan);
    const [desk] = otherPlan.desks;
    const person = { ...sampleItems.talents, status: 'available', hours: desk?.hours };
    const { id } = (
      await admin('POST', '/api/talents', { ...person, timeZone: null, languages: ['Spanish'] })
    ).json();
    expect((await visitor('POST', '/api/cover', otherPlan)).json().people).toMatchObject([
      { talentId: id },
    ]);
    await admin('DELETE', `/api/talents/${id}`);
    const { plan } = await readLead();
    expect(plan).toEqual(otherPlan);
    expect((await visitor('POST', '/api/cover', plan)).json().people).toEqual([]);
    const { rows } = await sql`select * from leads`.execute(db);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(JSON.stringify(rows)).not.toContain(String(sampleItems.talents.name));
  });
});
