import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { expireLeads } from '../support/expire-leads';
import { sampleLead } from '../support/samples';
import { createTestApp, type TestSite } from '../support/test-app';

async function createSiteWithLead() {
  const site = await createTestApp();
  const { id } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  const readHistory = async () => (await site.admin('GET', `/api/leads/${id}/history`)).json();
  return { ...site, id, leadUrl: `/api/leads/${id}`, readHistory };
}

/** Reads the whole audit log as one string. */
const readAuditText = async ({ db }: Pick<TestSite, 'db'>) =>
  JSON.stringify(await db.selectFrom('audit').selectAll().execute());

async function expectNoPersonalData(site: Pick<TestSite, 'db'>) {
  const text = await readAuditText(site);
  for (const value of Object.values(sampleLead)) {
    if (typeof value === 'string') expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
  }
}

describe('lead history', () => {
  test('records who changed the status, with the old and the new one', async () => {
    const { admin, leadUrl, readHistory } = await createSiteWithLead();
    expect(await readHistory()).toEqual([]);
    await admin('PATCH', leadUrl, { status: 'contacted' });
    await admin('PATCH', leadUrl, { status: 'contacted' });
    const { updatedAt } = (await admin('PATCH', leadUrl, { status: 'closed_won' })).json();
    expect(await readHistory()).toEqual([
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

  test('records concurrent status changes as an unbroken sequence', async () => {
    const { admin, leadUrl, readHistory } = await createSiteWithLead();
    const statuses = ['contacted', 'discovery_call', 'proposal_sent', 'closed_won', 'closed_lost'];
    await Promise.all(statuses.map((status) => admin('PATCH', leadUrl, { status })));
    const entries: { before: { status: string }; after: { status: string } }[] =
      await readHistory();
    expect(entries.map(({ after }) => after.status).sort()).toEqual([...statuses].sort());
    const befores = entries.map(({ before }) => before.status);
    const afters = entries.map(({ after }) => after.status);
    expect(befores).toEqual([...afters.slice(1), 'new']);
  });

  test('keeps an entry but no personal data of a deleted lead', async () => {
    const site = await createSiteWithLead();
    await site.admin('PATCH', site.leadUrl, { status: 'contacted' });
    expect((await site.admin('DELETE', site.leadUrl)).statusCode).toBe(204);
    expect((await site.admin('DELETE', site.leadUrl)).statusCode).toBe(404);
    expect(await site.readHistory()).toEqual([
      expect.objectContaining({ action: 'deleted', by: 'admin', before: null, after: null }),
      expect.objectContaining({ action: 'changed' }),
    ]);
    await expectNoPersonalData(site);
  });

  test('keeps an entry without a user, and no personal data, of a lead past its retention period', async () => {
    const site = await createSiteWithLead();
    await expireLeads(site.db);
    await purgeExpiredLeads(site.db, leadHooks, 24);
    expect(await site.readHistory()).toEqual([
      expect.objectContaining({ action: 'deleted', by: null, before: null, after: null }),
    ]);
    await expectNoPersonalData(site);
  });

  test('returns 400 for an invalid limit, and 404 for a restore', async () => {
    const { admin, leadUrl } = await createSiteWithLead();
    expect((await admin('POST', `${leadUrl}/restore`, {})).statusCode).toBe(404);
    expect((await admin('GET', `${leadUrl}/history?limit=1000`)).statusCode).toBe(400);
  });
});
