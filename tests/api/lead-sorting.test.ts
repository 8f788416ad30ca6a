import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/features/leads/contract';
import { DAY, getTimeAgo } from '../../src/lib/time';
import { companies, createDesk } from '../desk-site';
import { sampleItems, sampleLead } from '../samples';

describe('GET /api/leads?sort=', () => {
  /** Reads the whole list in pages of one lead. */
  async function readPages({ admin }: Awaited<ReturnType<typeof createDesk>>, sort: string) {
    const names: string[] = [];
    let next: string | undefined = `/api/leads?limit=1&sort=${sort}`;
    while (next) {
      const page: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(page.statusCode, page.body).toBe(200);
      names.push(...page.json().map((lead: Lead) => lead.companyName));
      next = /^<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    return names;
  }

  test('returns each lead once, in order, with leads without the value last', async () => {
    const desk = await createDesk([
      { companyName: 'Old', interestedPackage: 'Full PM' },
      { companyName: 'Middle', interestedPackage: 'Light PM' },
      { companyName: 'Answered', interestedPackage: null },
      { companyName: 'Newest', interestedPackage: 'Full PM' },
    ]);
    const { admin, ids, db } = desk;
    for (const [index, id] of ids.entries()) {
      const createdAt = getTimeAgo((10 - index) * DAY);
      await db.updateTable('leads').set({ createdAt }).where('id', '=', id).execute();
    }
    await admin('PATCH', `/api/leads/${ids[2]}`, { status: 'contacted' });
    for (const [index, day] of [
      [0, 9],
      [1, 3],
    ] as const) {
      const nextStep = { text: 'Call', dueAt: `2031-01-0${day}T09:00:00Z` };
      await admin('PATCH', `/api/leads/${ids[index]}`, { nextStep });
    }
    expect(await readPages(desk, 'created')).toEqual(['Old', 'Middle', 'Answered', 'Newest']);
    expect(await readPages(desk, '-created')).toEqual(['Newest', 'Answered', 'Middle', 'Old']);
    expect(await readPages(desk, '-waiting')).toEqual(['Old', 'Middle', 'Newest', 'Answered']);
    expect(await readPages(desk, 'waiting')).toEqual(['Newest', 'Middle', 'Old', 'Answered']);
    expect(await readPages(desk, 'nextStep')).toEqual(['Middle', 'Old', 'Newest', 'Answered']);
    expect(await readPages(desk, '-nextStep')).toEqual(['Old', 'Middle', 'Newest', 'Answered']);
    expect(await readPages(desk, '-value')).toEqual(['Newest', 'Old', 'Answered', 'Middle']);
    expect(await readPages(desk, 'value')).toEqual(['Answered', 'Middle', 'Newest', 'Old']);
  });

  test('returns 400 for an unknown sort and for the cursor of another sort', async () => {
    const { admin, list } = await createDesk([{}, {}]);
    expect((await admin('GET', '/api/leads?sort=name')).statusCode).toBe(400);
    const { headers } = await admin('GET', '/api/leads?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1];
    const mixed = await admin('GET', `/api/leads?sort=waiting&cursor=${cursor}`);
    expect(mixed.statusCode).toBe(400);
    expect(await list('sort=waiting')).toHaveLength(2);
  });

  test('values a lead by the price of its package, else by its tracking value', async () => {
    const { admin, visitor, list } = await createDesk([]);
    const price = { ...sampleItems.packages, name: 'Gold', price: 750 };
    const { id: interestedPackageId } = (await admin('POST', '/api/packages', price)).json();
    for (const fields of [
      { interestedPackage: 'Gold', interestedPackageId },
      { interestedPackage: 'Gold' },
      { interestedPackage: 'Full PM' },
      { interestedPackage: 'Something' },
    ]) {
      await visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    }
    const values = (await list('sort=-value')).map((lead) => (lead as { value?: number }).value);
    expect(values).toEqual([1000, 750, 750, 300]);
    const stages = (await admin('GET', '/api/leads/stages')).json();
    expect(stages[0]).toEqual({ status: 'new', count: 4, value: 2800 });
    expect(stages).toHaveLength(6);
  });
});

describe('GET /api/leads with filters', () => {
  test('filters by package, industry, source, spam and creation time', async () => {
    const at = '2026-03-02T09:00:00.000Z';
    const touch = { at, landing: '/', campaign: { utm_source: 'Partner' } };
    const { visitor, listCompanies } = await createDesk([
      { companyName: 'A', interestedPackage: null, industry: 'Retail' },
      { companyName: 'B', attribution: { first: touch, last: touch } },
    ]);
    await visitor('POST', '/api/leads', { ...sampleLead, companyName: 'Spam', website: 'x' });
    expect(await listCompanies('package=none')).toEqual(['A']);
    expect(await listCompanies('package=Full%20PM&spam=false')).toEqual(['B']);
    expect(await listCompanies('industry=Retail')).toEqual(['A']);
    expect(await listCompanies('source=partner')).toEqual(['B']);
    expect(await listCompanies('source=direct&sort=created')).toEqual(['A', 'Spam']);
    expect(await listCompanies('spam=true')).toEqual(['Spam']);
    expect(await listCompanies('suspect=true')).toEqual(['Spam']);
    expect(await listCompanies('createdTo=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await listCompanies('createdFrom=2020-01-01T00:00:00Z')).toHaveLength(3);
  });

  test('filters by assignee, and clears the assignee with the project manager', async () => {
    const { admin, id, url, listCompanies } = await createDesk(companies(['A', 'B']));
    const person = { name: 'Rosa', email: 'rosa@x.example' };
    const pm = (await admin('POST', '/api/project-managers', person)).json();
    expect((await admin('POST', '/api/project-managers', person)).statusCode).toBe(409);
    expect((await admin('PATCH', url, { assignedPmId: 'admin' })).json().fields).toEqual({
      assignedPmId: 'Choose a project manager',
    });
    expect((await admin('PATCH', url, { assignedPmId: pm.id })).json().assignedPmId).toBe(pm.id);
    expect(await listCompanies(`assignee=${pm.id}`)).toEqual(['A']);
    expect(await listCompanies('assignee=none')).toEqual(['B']);
    expect((await admin('GET', '/api/project-managers')).json()).toEqual([
      { ...person, id: pm.id },
    ]);
    expect((await admin('DELETE', `/api/project-managers/${pm.id}`)).statusCode).toBe(204);
    expect((await admin('GET', `/api/leads/${id}`)).json().assignedPmId).toBeNull();
  });
});
