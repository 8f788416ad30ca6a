import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { DAY, getTimeAgo } from '../../src/lib/time/durations';
import { companies, createDesk } from '../support/desk-site';
import { sampleItems, sampleLead } from '../support/samples';

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
    for (const [name, price] of [
      ['Full PM', 1000],
      ['Light PM', 300],
    ])
      await admin('POST', '/api/packages', { ...sampleItems.packages, name, price });
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
    expect(await readPages(desk, '-value')).toEqual(['Newest', 'Old', 'Middle', 'Answered']);
    expect(await readPages(desk, 'value')).toEqual(['Middle', 'Newest', 'Old', 'Answered']);
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

  test('values a lead by the price of its package, and no other lead at all', async () => {
    const { admin, visitor, list } = await createDesk([]);
    const createPackage = async (name: string, price: number | null) =>
      (await admin('POST', '/api/packages', { ...sampleItems.packages, name, price })).json().id;
    const interestedPackageId = await createPackage('Gold', 750);
    await createPackage('On request', null);
    for (const fields of [
      { interestedPackage: null },
      { interestedPackage: 'Not sure', message: null },
      { interestedPackage: 'On request' },
      { interestedPackage: 'Full PM' },
      { interestedPackage: 'Gold' },
      { interestedPackage: 'Gold', interestedPackageId },
    ]) {
      await visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    }
    const values = (await list('sort=-value')).map((lead) => (lead as { value?: number }).value);
    expect(values).toEqual([750, 750, null, null, null, null]);
    const stages = (await admin('GET', '/api/leads/stages')).json();
    expect(stages[0]).toEqual({ status: 'new', count: 6, value: 1500 });
    expect(stages).toHaveLength(6);
    const csv = (await admin('GET', '/api/leads.csv')).body;
    expect(csv).toContain('Not sure,,new,,direct');
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

describe('GET /api/leads?spam=false', () => {
  test('lists, counts and sums the leads without suspected spam', async () => {
    const { admin, visitor, listCompanies } = await createDesk(companies(['A', 'B']));
    await admin('POST', '/api/packages', { ...sampleItems.packages, name: 'Full PM', price: 750 });
    const spam = { ...sampleLead, companyName: 'Spam', website: 'x' };
    const { id } = (await visitor('POST', '/api/leads', spam)).json();
    const { id: lateId } = (await visitor('POST', '/api/leads', spam)).json();
    await admin('PATCH', `/api/leads/${lateId}`, { status: 'discovery_call' });
    expect(await listCompanies('spam=false&sort=created')).toEqual(['A', 'B']);
    const count = async (query: string) =>
      (await admin('GET', `/api/leads?limit=1&${query}`)).headers['x-total-count'];
    expect(await count('spam=false')).toBe('2');
    expect(await count(`spam=false&q=${sampleLead.contactName.slice(0, 2)}`)).toBe('2');
    expect(await count('')).toBe('4');
    const readStages = async (query: string) =>
      (await admin('GET', `/api/leads/stages?${query}`))
        .json()
        .filter((stage: { count: number }) => stage.count > 0);
    expect(await readStages('spam=false')).toEqual([{ status: 'new', count: 2, value: 1500 }]);
    expect(await readStages('')).toEqual([
      { status: 'new', count: 3, value: 2250 },
      { status: 'discovery_call', count: 1, value: 750 },
    ]);
    expect((await admin('GET', '/api/leads/summary')).json()).toMatchObject({
      new: 2,
      inProgress: 0,
      suspected: 1,
    });
    // A follow-up of spam is no work for today.
    const nextStep = { text: 'Call', dueAt: getTimeAgo(DAY) };
    await admin('PATCH', `/api/leads/${id}`, { nextStep });
    await admin('POST', `/api/leads/${id}/tasks`, { title: 'Ask', dueAt: getTimeAgo(DAY) });
    expect((await admin('GET', '/api/overview')).json().counts).toMatchObject({
      waiting: 2,
      overdueFollowUps: 0,
    });
  });
});

describe('GET /api/leads?nextStep=', () => {
  /** Starts a site at noon on Wednesday, March 18, 2026, with leads at each point of their work. */
  async function createWeek() {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-18T16:00:00.000Z') });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const steps: [name: string, dueAt: string | null][] = [
      ['Last week', '2026-03-13T15:00:00.000Z'],
      ['Monday', '2026-03-16T15:00:00.000Z'],
      ['This morning', '2026-03-18T13:00:00.000Z'],
      ['Tonight', '2026-03-19T03:00:00.000Z'],
      ['Sunday', '2026-03-23T03:00:00.000Z'],
      ['Next week', '2026-03-23T15:00:00.000Z'],
      ['Call on Friday', null],
      ['Merged', null],
      ['Call yesterday', null],
      ['Nothing', null],
      ['Closed', null],
    ];
    const desk = await createDesk(companies(steps.map(([name]) => name)));
    const { admin, ids, db } = desk;
    const findUrl = (name: string) =>
      `/api/leads/${ids[steps.findIndex(([company]) => company === name)]}`;
    for (const [name, dueAt] of steps) {
      if (dueAt) await admin('PATCH', findUrl(name), { nextStep: { text: 'Call', dueAt } });
    }
    const start = '2026-03-20T15:00:00.000Z';
    for (const name of ['Call on Friday', 'Merged', 'Call yesterday']) {
      const booked = await admin('POST', `${findUrl(name)}/bookings`, {
        start: new Date(Date.parse(start) + ids.indexOf(findUrl(name).slice(11)) * 3_600_000),
      });
      expect(booked.statusCode, booked.body).toBe(201);
      if (name === 'Call yesterday') {
        const over = { startAt: '2026-03-17T15:00:00.000Z' };
        await db.updateTable('bookings').set(over).where('id', '=', booked.json().id).execute();
      }
    }
    await admin('PATCH', findUrl('Closed'), { status: 'closed_lost' });
    return { ...desk, findUrl };
  }

  test('filters by when the next step, or the booked call in its place, is due', async () => {
    const { admin, visitor, list, listCompanies, findUrl } = await createWeek();
    await visitor('POST', '/api/leads', { ...sampleLead, companyName: 'Spam', website: 'x' });
    const filter = (due: string) => listCompanies(`nextStep=${due}&sort=created`);
    expect(await filter('overdue')).toEqual(['Last week', 'Monday', 'This morning']);
    expect(await filter('today')).toEqual(['This morning', 'Tonight']);
    expect(await filter('week')).toEqual([
      'Monday',
      'This morning',
      'Tonight',
      'Sunday',
      'Call on Friday',
      'Merged',
    ]);
    expect(await filter('none')).toEqual(['Call yesterday', 'Nothing']);
    const [stage] = (await admin('GET', '/api/leads/stages?nextStep=none')).json();
    expect(stage).toMatchObject({ status: 'new', count: 1 });
    expect((await admin('GET', '/api/leads.csv?nextStep=none')).body.match(/Olga/g)).toHaveLength(
      2,
    );
    expect((await admin('GET', '/api/leads?nextStep=soon')).statusCode).toBe(400);

    const readNextCalls = async () =>
      Object.fromEntries(
        (await list('')).map((lead) => [
          lead.companyName,
          (lead as { nextCallAt?: unknown }).nextCallAt,
        ]),
      );
    expect(await readNextCalls()).toMatchObject({
      'Call on Friday': '2026-03-20T21:00:00.000Z',
      'Call yesterday': null,
      Nothing: null,
    });
    const keepId = findUrl('Nothing').slice(11);
    const otherId = findUrl('Merged').slice(11);
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    expect(await filter('none')).toEqual(['Call yesterday']);
    expect((await readNextCalls()).Nothing).toBe('2026-03-20T22:00:00.000Z');
    const { nextCallAt } = (await admin('GET', findUrl('Nothing'))).json();
    expect(nextCallAt).toBe('2026-03-20T22:00:00.000Z');
  });
});
