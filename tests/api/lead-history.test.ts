import { expect, test } from 'vitest';
import { purgeOldLeads } from '../../src/features/leads/lead-retention.server';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

async function withLead() {
  const site = await testApp();
  const { id } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  const history = async () => (await site.admin('GET', `/api/leads/${id}/history`)).json();
  return { ...site, id, at: `/api/leads/${id}`, history };
}

/** All that is kept about changes, as one text. */
const kept = async ({ db }: Pick<Site, 'db'>) =>
  JSON.stringify(await db.selectFrom('audit').selectAll().execute());

async function expectNothingPersonal(site: Pick<Site, 'db'>) {
  const text = await kept(site);
  for (const value of Object.values(sampleLead)) {
    if (typeof value === 'string') expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
  }
}

test('a lead’s history says who changed the status, from what to what', async () => {
  const { admin, at, history } = await withLead();
  expect(await history()).toEqual([]);
  await admin('PATCH', at, { status: 'contacted' });
  await admin('PATCH', at, { status: 'contacted' });
  const { updatedAt } = (await admin('PATCH', at, { status: 'closed_won' })).json();
  expect(await history()).toEqual([
    {
      id: expect.any(String),
      subject: 'leads',
      action: 'changed',
      at: updatedAt,
      by: 'admin',
      before: { status: 'contacted' },
      after: { status: 'closed_won' },
    },
    expect.objectContaining({ before: { status: 'new' }, after: { status: 'contacted' } }),
  ]);
});

test('changes that come at once are each written down, one after the other', async () => {
  const { admin, at, history } = await withLead();
  const statuses = ['contacted', 'discovery_call', 'proposal_sent', 'closed_won', 'closed_lost'];
  await Promise.all(statuses.map((status) => admin('PATCH', at, { status })));
  const entries: { before: { status: string }; after: { status: string } }[] = await history();
  expect(entries.map(({ after }) => after.status).sort()).toEqual([...statuses].sort());
  const befores = entries.map(({ before }) => before.status);
  const afters = entries.map(({ after }) => after.status);
  expect(befores).toEqual([...afters.slice(1), 'new']);
});

test('a deleted lead leaves an entry, and nothing of what it said', async () => {
  const site = await withLead();
  await site.admin('PATCH', site.at, { status: 'contacted' });
  expect((await site.admin('DELETE', site.at)).statusCode).toBe(204);
  expect((await site.admin('DELETE', site.at)).statusCode).toBe(404);
  expect(await site.history()).toEqual([
    expect.objectContaining({ action: 'deleted', by: 'admin', before: null, after: null }),
    expect.objectContaining({ action: 'changed' }),
  ]);
  await expectNothingPersonal(site);
});

test('a lead whose time is over leaves an entry by nobody, and nothing of what it said', async () => {
  const site = await withLead();
  await site.db.updateTable('leads').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute();
  await purgeOldLeads(site.db);
  expect(await site.history()).toEqual([
    expect.objectContaining({ action: 'deleted', by: null, before: null, after: null }),
  ]);
  await expectNothingPersonal(site);
});

test('a lead’s history is the admin’s alone, and a lead is restored by nobody', async () => {
  const { visitor, admin, at } = await withLead();
  expect((await visitor('GET', `${at}/history`)).statusCode).toBe(401);
  expect((await admin('POST', `${at}/restore`, {})).statusCode).toBe(404);
  expect((await admin('GET', `${at}/history?limit=1000`)).statusCode).toBe(400);
});
