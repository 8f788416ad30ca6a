import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leadStatuses } from '../../src/leads/contract';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const createKey = () => ({ 'idempotency-key': randomUUID() });

async function createSiteWithLeads(count: number) {
  const site = await createTestApp();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const sent = await site.visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: `Company ${index}`,
    });
    ids.unshift(sent.json().id);
  }
  const listLeads = async (query = '') => (await site.admin('GET', `/api/leads${query}`)).json();
  return { ...site, ids, listLeads };
}

describe('POST /api/leads', () => {
  test('returns only the id, and stores the lead as it was sent', async () => {
    const { visitor, listLeads } = await createSiteWithLeads(0);
    const sent = await visitor('POST', '/api/leads', sampleLead);
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toEqual({ id: expect.any(String) });
    const [stored] = await listLeads();
    expect(stored).toEqual({
      ...sampleLead,
      interestedPackageId: null,
      id: sent.json().id,
      status: 'new',
      assignedPmId: null,
      suspect: null,
      attribution: null,
      consent: null,
      plan: null,
      source: 'direct',
      value: null,
      nextStep: null,
      nextStepTaskId: null,
      nextCallAt: null,
      lastActivityAt: stored.createdAt,
      answeredAt: null,
      deletedAt: null,
      mergedIntoId: null,
      expiresAt: null,
      createdAt: expect.any(String),
      updatedAt: stored.createdAt,
    });
  });

  test('requires only company, contact and email, and stores other empty fields as null', async () => {
    const { visitor, listLeads } = await createSiteWithLeads(0);
    const { companyName, contactName, email } = sampleLead;
    await visitor('POST', '/api/leads', { companyName, contactName, email });
    await visitor('POST', '/api/leads', {
      companyName,
      contactName,
      email,
      phone: '',
      message: null,
      industry: ' ',
    });
    for (const stored of await listLeads()) {
      expect(stored).toMatchObject({
        phone: null,
        industry: null,
        numberOfLocations: null,
        interestedPackage: null,
        message: null,
      });
    }
  });

  test('ignores fields that a visitor may not set', async () => {
    const { visitor, listLeads } = await createSiteWithLeads(0);
    const forged = {
      ...sampleLead,
      id: 'mine',
      status: 'closed_won',
      assignedPmId: 'admin',
      createdAt: '1999-01-01T00:00:00.000Z',
      updatedAt: '1999-01-01T00:00:00.000Z',
      role: 'admin',
    };
    const sent = await visitor('POST', '/api/leads', forged);
    expect(sent.statusCode).toBe(201);
    const [stored] = await listLeads();
    expect(stored).toMatchObject({ status: 'new', assignedPmId: null });
    expect(stored.id).not.toBe('mine');
    expect(`${stored.createdAt}${stored.updatedAt}`).not.toContain('1999');
    expect(stored).not.toHaveProperty('role');
  });
});

describe('Idempotency-Key of POST /api/leads', () => {
  test('returns 409 when the body changes, and accepts that body under a new key', async () => {
    const { visitor, listLeads } = await createSiteWithLeads(0);
    const headers = createKey();
    const first = await visitor('POST', '/api/leads', sampleLead, headers);
    const changed = { ...sampleLead, message: 'changed' };
    const refused = await visitor('POST', '/api/leads', changed, headers);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('conflict');
    expect(refused.body).not.toContain(first.json().id);
    expect((await visitor('POST', '/api/leads', changed, createKey())).statusCode).toBe(201);
    expect(await listLeads()).toHaveLength(2);
  });
});

describe('GET /api/leads', () => {
  const getSite = shareSite(createTestApp);

  test('returns pages, newest first, that contain each lead exactly once', async () => {
    const { admin, ids } = await createSiteWithLeads(7);
    const listedIds: string[] = [];
    let next: string | undefined = '/api/leads?limit=3';
    let pages = 0;
    while (next) {
      const page: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(page.headers['x-total-count']).toBe('7');
      listedIds.push(...page.json().map((lead: { id: string }) => lead.id));
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect(pages).toBe(3);
    expect([...listedIds].sort()).toEqual([...ids].sort());
    const created = (await admin('GET', '/api/leads'))
      .json()
      .map((lead: { createdAt: string }) => lead.createdAt);
    expect(created).toEqual([...created].sort().reverse());
  });

  test('filters by status', async () => {
    const { admin, ids, listLeads } = await createSiteWithLeads(3);
    await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'contacted' });
    expect((await listLeads('?status=contacted')).map((lead: { id: string }) => lead.id)).toEqual([
      ids[0],
    ]);
    expect(await listLeads('?status=closed_won')).toEqual([]);
  });

  test.each([
    '?status=open',
    '?limit=0',
    '?limit=501',
    '?limit=ten',
    '?cursor=nonsense',
    `?q=${'x'.repeat(201)}`,
  ])('returns 400 for %s', async (query) => {
    const { admin } = getSite();
    const response = await admin('GET', `/api/leads${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid', fields: expect.any(Object) });
  });
});

describe('GET /api/leads/summary', () => {
  test('counts all, new and in-progress leads', async () => {
    const { admin, ids } = await createSiteWithLeads(4);
    await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'discovery_call' });
    await admin('PATCH', `/api/leads/${ids[1]}`, { status: 'proposal_sent' });
    await admin('PATCH', `/api/leads/${ids[2]}`, { status: 'closed_lost' });
    expect((await admin('GET', '/api/leads/summary')).json()).toEqual({
      total: 4,
      new: 1,
      inProgress: 2,
      suspected: 0,
      deleted: 0,
      expiring: { count: 0, firstAt: null },
    });
  });
});

describe('PATCH /api/leads/:id', () => {
  test('sets each of the six statuses, forward and backward', async () => {
    const { admin, ids } = await createSiteWithLeads(1);
    for (const status of [...leadStatuses, ...[...leadStatuses].reverse()]) {
      const changed = await admin('PATCH', `/api/leads/${ids[0]}`, { status });
      expect(changed.statusCode).toBe(200);
      expect(changed.json().status).toBe(status);
    }
  });

  test('requires a field with a valid value and ignores unknown fields', async () => {
    const { admin, ids, listLeads } = await createSiteWithLeads(1);
    for (const body of [{}, { status: '' }, { status: null }]) {
      const refused = await admin('PATCH', `/api/leads/${ids[0]}`, body);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields).toEqual({ status: 'Status is required' });
    }
    expect((await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'won' })).statusCode).toBe(400);
    await admin('PATCH', `/api/leads/${ids[0]}`, {
      status: 'contacted',
      createdAt: '1999-01-01T00:00:00.000Z',
      id: 'x',
    });
    const [stored] = await listLeads();
    expect(stored).toMatchObject({ companyName: 'Company 0', id: ids[0], status: 'contacted' });
    expect(stored.createdAt).not.toContain('1999');
  });
});
