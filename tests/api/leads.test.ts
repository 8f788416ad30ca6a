import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leadStatuses } from '../../src/features/leads/lead';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

const key = () => ({ 'idempotency-key': randomUUID() });

async function siteWithLeads(count: number) {
  const site = await testApp();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const sent = await site.visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: `Company ${made}`,
    });
    ids.unshift(sent.json().id);
  }
  const leads = async (query = '') => (await site.admin('GET', `/api/leads${query}`)).json();
  return { ...site, ids, leads };
}

describe('sending an enquiry', () => {
  test('answers its id alone, and the admin finds it as it was typed', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    const sent = await visitor('POST', '/api/leads', sampleLead);
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toEqual({ id: expect.any(String) });
    const [stored] = await leads();
    expect(stored).toEqual({
      ...sampleLead,
      interestedPackageId: null,
      id: sent.json().id,
      status: 'new',
      assignedPmId: null,
      suspect: null,
      attribution: null,
      consent: null,
      createdAt: expect.any(String),
      updatedAt: stored.createdAt,
    });
  });

  test('needs company, contact and email alone; the rest may be absent, null or empty', async () => {
    const { visitor, leads } = await siteWithLeads(0);
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
    for (const stored of await leads()) {
      expect(stored).toMatchObject({
        phone: null,
        industry: null,
        numberOfLocations: null,
        interestedPackage: null,
        message: null,
      });
    }
  });

  test('sets nothing that is not the visitor’s to set', async () => {
    const { visitor, leads } = await siteWithLeads(0);
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
    const [stored] = await leads();
    expect(stored).toMatchObject({ status: 'new', assignedPmId: null });
    expect(stored.id).not.toBe('mine');
    expect(`${stored.createdAt}${stored.updatedAt}`).not.toContain('1999');
    expect(stored).not.toHaveProperty('role');
  });

  test('keeps every language’s letters', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    const typed = {
      ...sampleLead,
      contactName: 'María 李 O’Neil',
      message: '¿Cuánto? <b>"x"</b> \\ 100 %\n👍',
    };
    await visitor('POST', '/api/leads', typed);
    expect((await leads())[0]).toMatchObject(typed);
  });
});

describe('an idempotency key', () => {
  test('makes a repeated enquiry one lead with one answer', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    const headers = key();
    const first = await visitor('POST', '/api/leads', sampleLead, headers);
    const second = await visitor('POST', '/api/leads', sampleLead, headers);
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(await leads()).toHaveLength(1);
  });

  test('makes twenty at once one lead', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    const headers = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor('POST', '/api/leads', sampleLead, headers)),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await leads()).toHaveLength(1);
  });

  test('is refused for another content, which is not lost with a new key', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    const headers = key();
    await visitor('POST', '/api/leads', sampleLead, headers);
    const changed = { ...sampleLead, message: 'changed' };
    const refused = await visitor('POST', '/api/leads', changed, headers);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('conflict');
    expect((await visitor('POST', '/api/leads', changed, key())).statusCode).toBe(201);
    expect(await leads()).toHaveLength(2);
  });

  test('without one, two equal enquiries are two leads', async () => {
    const { visitor, leads } = await siteWithLeads(0);
    await visitor('POST', '/api/leads', sampleLead);
    await visitor('POST', '/api/leads', sampleLead);
    expect(await leads()).toHaveLength(2);
  });
});

describe('the list of leads', () => {
  test('is the admin’s alone', async () => {
    const { visitor, ids } = await siteWithLeads(1);
    for (const response of [
      await visitor('GET', '/api/leads'),
      await visitor('GET', '/api/leads/summary'),
      await visitor('GET', `/api/leads/${ids[0]}/deliveries`),
      await visitor('PATCH', `/api/leads/${ids[0]}`, { status: 'contacted' }),
      await visitor('DELETE', `/api/leads/${ids[0]}`),
    ]) {
      expect(response.statusCode).toBe(401);
    }
  });

  test('comes newest first, page after page, without a gap or a repetition', async () => {
    const { admin, ids } = await siteWithLeads(7);
    const seen: string[] = [];
    let next: string | undefined = '/api/leads?limit=3';
    let pages = 0;
    while (next) {
      const page: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(page.headers['x-total-count']).toBe('7');
      seen.push(...page.json().map((lead: { id: string }) => lead.id));
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect(pages).toBe(3);
    expect([...seen].sort()).toEqual([...ids].sort());
    const created = (await admin('GET', '/api/leads'))
      .json()
      .map((lead: { createdAt: string }) => lead.createdAt);
    expect(created).toEqual([...created].sort().reverse());
  });

  test('is narrowed by status and by text, in any case and without wildcards', async () => {
    const { visitor, admin, ids, leads } = await siteWithLeads(3);
    await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'contacted' });
    expect((await leads('?status=contacted')).map((lead: { id: string }) => lead.id)).toEqual([
      ids[0],
    ]);
    expect(await leads('?status=closed_won')).toEqual([]);
    await visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: '100% Ñandú_Gym',
      contactName: 'Zoë',
    });
    expect(await leads('?q=100%25')).toHaveLength(1);
    expect(await leads('?q=zo%C3%AB')).toHaveLength(1);
    expect(await leads('?q=%C3%91and%C3%BA')).toHaveLength(1);
    expect(await leads('?q=_GYM')).toHaveLength(1);
    expect(await leads('?q=COMPANY%202')).toHaveLength(1);
    expect(await leads('?q=%25%25')).toHaveLength(0);
    expect(await leads('?q=')).toHaveLength(4);
  });

  test.each([
    '?status=open',
    '?limit=0',
    '?limit=501',
    '?limit=ten',
    '?cursor=nonsense',
    `?q=${'x'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    const { admin } = await siteWithLeads(0);
    const response = await admin('GET', `/api/leads${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid', fields: expect.any(Object) });
  });

  test('is counted for the dashboard', async () => {
    const { admin, ids } = await siteWithLeads(4);
    await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'discovery_call' });
    await admin('PATCH', `/api/leads/${ids[1]}`, { status: 'proposal_sent' });
    await admin('PATCH', `/api/leads/${ids[2]}`, { status: 'closed_lost' });
    expect((await admin('GET', '/api/leads/summary')).json()).toEqual({
      total: 4,
      new: 1,
      inProgress: 2,
      suspected: 0,
    });
  });
});

describe('a lead’s status', () => {
  test('may be set to any of the six, from any', async () => {
    const { admin, ids } = await siteWithLeads(1);
    for (const status of [...leadStatuses, ...[...leadStatuses].reverse()]) {
      const changed = await admin('PATCH', `/api/leads/${ids[0]}`, { status });
      expect(changed.statusCode).toBe(200);
      expect(changed.json().status).toBe(status);
    }
  });

  test('is required, and is all that can be changed', async () => {
    const { admin, ids, leads } = await siteWithLeads(1);
    for (const body of [{}, { status: '' }, { status: null }]) {
      const refused = await admin('PATCH', `/api/leads/${ids[0]}`, body);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields).toEqual({ status: 'Status is required' });
    }
    expect((await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'won' })).statusCode).toBe(400);
    await admin('PATCH', `/api/leads/${ids[0]}`, {
      status: 'contacted',
      email: 'x@y.example',
      id: 'x',
    });
    expect((await leads())[0]).toMatchObject({
      id: ids[0],
      email: sampleLead.email,
      status: 'contacted',
    });
  });

  test('of a lead that is gone can’t be changed', async () => {
    const { admin, ids, leads } = await siteWithLeads(1);
    expect((await admin('DELETE', `/api/leads/${ids[0]}`)).statusCode).toBe(204);
    expect(await leads()).toEqual([]);
    expect((await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'new' })).statusCode).toBe(404);
    expect((await admin('DELETE', `/api/leads/${ids[0]}`)).statusCode).toBe(404);
  });
});
