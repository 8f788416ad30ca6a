import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import type { Lead, TimelineEntry } from '../../src/features/leads/contract';
import { fillLeadKeys } from '../../src/features/leads/lead-keys.server';
import { purgeExpiredLeads } from '../../src/features/leads/retention.server';
import { DAY, getTimeAgo } from '../../src/lib/time';
import { sampleItems, sampleLead } from '../samples';
import { createTestApp } from '../test-app';

/** Starts a site and stores a lead for each set of fields. @returns their IDs, in order */
async function createDesk(leads: readonly Record<string, unknown>[] = [{}]) {
  const site = await createTestApp();
  const ids: string[] = [];
  for (const fields of leads) {
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    expect(sent.statusCode, sent.body).toBe(201);
    ids.push(sent.json().id);
  }
  const { admin } = site;
  const [id = ''] = ids;
  const list = async (query: string): Promise<Lead[]> =>
    (await admin('GET', `/api/leads?${query}`)).json();
  return {
    ...site,
    id,
    ids,
    url: `/api/leads/${id}`,
    list,
    listCompanies: async (query: string) =>
      (await list(query)).map(({ companyName }) => companyName),
    readLead: async (leadId = id) => (await admin('GET', `/api/leads/${leadId}`)).json(),
  };
}

const companies = (names: string[]) => names.map((companyName) => ({ companyName }));

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

describe('PATCH /api/leads/:id', () => {
  test('changes the fields that are sent, records them, and finds the lead by the new ones', async () => {
    const { admin, url, listCompanies, readLead } = await createDesk();
    const patch = { companyName: 'Corrected Inc.', phone: null, numberOfLocations: '7' };
    const changed = await admin('PATCH', url, patch);
    expect(changed.json()).toMatchObject({ companyName: 'Corrected Inc.', numberOfLocations: 7 });
    expect(changed.headers.etag).toBe(`"${changed.json().updatedAt}"`);
    expect(await listCompanies('q=corrected')).toEqual(['Corrected Inc.']);
    expect(await listCompanies('q=halden')).toEqual(['Corrected Inc.']);
    const [entry]: TimelineEntry[] = (await readLead()).timeline;
    expect(entry).toMatchObject({
      kind: 'edited',
      by: 'admin',
      before: { companyName: sampleLead.companyName, numberOfLocations: 4 },
      after: { companyName: 'Corrected Inc.', numberOfLocations: 7, phone: null },
    });
  });

  test('rejects a stale If-Match with 412 and stores nothing', async () => {
    const { admin, url, readLead } = await createDesk();
    const etag = String((await admin('GET', url)).headers.etag);
    const change = (message: string) => admin('PATCH', url, { message }, { 'if-match': etag });
    expect((await change('first')).statusCode).toBe(200);
    const rejected = await change('second');
    expect(rejected.statusCode).toBe(412);
    expect(rejected.json().code).toBe('changed');
    expect((await readLead()).message).toBe('first');
  });

  test('sets and clears the next step', async () => {
    const { admin, url } = await createDesk();
    const nextStep = { text: 'Send the proposal', dueAt: '2031-01-02T10:00:00+02:00' };
    expect((await admin('PATCH', url, { nextStep })).json().nextStep).toEqual({
      text: 'Send the proposal',
      dueAt: '2031-01-02T08:00:00.000Z',
    });
    expect((await admin('PATCH', url, { nextStep: null })).json().nextStep).toBeNull();
    for (const dueAt of ['tomorrow', '2031-01-02', '9999-12-31T23:59:59-12:00']) {
      const refused = await admin('PATCH', url, { nextStep: { text: 'x', dueAt } });
      expect(refused.statusCode, dueAt).toBe(400);
    }
  });

  test('creates no version when nothing changes', async () => {
    const { admin, url, readLead } = await createDesk();
    const { updatedAt } = await readLead();
    const { companyName } = sampleLead;
    expect((await admin('PATCH', url, { companyName })).json().updatedAt).toBe(updatedAt);
  });
});

describe('POST /api/leads/add', () => {
  test('stores a lead with a status, without any delivery', async () => {
    const { admin, db, readLead } = await createDesk([]);
    const body = { ...sampleLead, status: 'contacted', id: 'mine', suspect: 'too-fast' };
    const added = await admin('POST', '/api/leads/add', body);
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({ ...sampleLead, status: 'contacted', suspect: null });
    expect(added.json().id).not.toBe('mine');
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    const kinds = (await readLead(added.json().id)).timeline.map((one: TimelineEntry) => one.kind);
    expect(kinds.sort()).toEqual(['added', 'inquiry']);
    expect((await admin('POST', '/api/leads/add', { email: 'x' })).statusCode).toBe(400);
  });
});

describe('notes, tasks and contacts', () => {
  test('are listed with the lead and in its timeline, newest first', async () => {
    const { admin, url, readLead } = await createDesk();
    const note = await admin('POST', `${url}/notes`, { text: 'Prefers mornings' });
    expect(note.statusCode).toBe(201);
    const task = await admin('POST', `${url}/tasks`, { title: 'Ask' });
    expect(task.statusCode).toBe(201);
    const contacted = await admin('POST', `${url}/contacted`, { channel: 'phone' });
    expect(contacted.json()).toMatchObject({ status: 'contacted' });
    expect(contacted.json().answeredAt).toBe(contacted.json().updatedAt);
    const doneAt = '2031-01-02T08:00:00.000Z';
    const done = await admin('PATCH', `/api/tasks/${task.json().id}`, { doneAt });
    expect(done.json()).toMatchObject({ title: 'Ask', doneAt });
    const lead = await readLead();
    expect(lead.notes).toEqual([note.json()]);
    expect(lead.tasks).toEqual([done.json()]);
    const kinds = lead.timeline.map(({ kind }: TimelineEntry) => kind);
    expect(kinds[0]).toBe('task-done');
    expect(new Set(kinds)).toEqual(
      new Set(['inquiry', 'delivery', 'note', 'task', 'task-done', 'contact', 'status']),
    );
    expect((await admin('DELETE', `${url}/notes/${note.json().id}`)).statusCode).toBe(204);
    expect((await admin('DELETE', `${url}/notes/${note.json().id}`)).statusCode).toBe(404);
    expect((await readLead()).notes).toEqual([]);
  });

  test('return 400 for invalid input and 404 for an unknown lead or task', async () => {
    const { admin, url } = await createDesk();
    expect((await admin('POST', `${url}/notes`, { text: ' ' })).statusCode).toBe(400);
    expect((await admin('POST', `${url}/tasks`, { title: 'x', dueAt: 'soon' })).statusCode).toBe(
      400,
    );
    expect((await admin('POST', `${url}/contacted`, { channel: 'fax' })).statusCode).toBe(400);
    expect((await admin('POST', '/api/leads/none/notes', { text: 'x' })).statusCode).toBe(404);
    expect((await admin('PATCH', '/api/tasks/none', { title: 'x' })).statusCode).toBe(404);
  });

  test('GET /api/tasks lists open tasks by their due time', async () => {
    const { admin, url } = await createDesk();
    for (const [title, dueAt] of [
      ['No date', null],
      ['Overdue', getTimeAgo(2 * DAY)],
      ['Later', getTimeAgo(-3 * DAY)],
    ]) {
      await admin('POST', `${url}/tasks`, { title, dueAt });
    }
    const listTitles = async (due: string) =>
      (await admin('GET', `/api/tasks?due=${due}`))
        .json()
        .map((task: { title: string }) => task.title);
    expect(await listTitles('open')).toEqual(['Overdue', 'Later', 'No date']);
    expect(await listTitles('overdue')).toEqual(['Overdue']);
    expect(await listTitles('today')).toEqual([]);
  });
});

describe('POST /api/leads/bulk', () => {
  test('changes the leads that exist, and reports each in the order of the request', async () => {
    const { admin, ids, list } = await createDesk(companies(['A', 'B']));
    const [a = '', b = ''] = ids;
    const body = { ids: [b, 'missing', a], action: 'status', value: 'proposal_sent' };
    expect((await admin('POST', '/api/leads/bulk', body)).json().results).toEqual([
      { id: b, ok: true, message: null },
      { id: 'missing', ok: false, message: 'Lead not found' },
      { id: a, ok: true, message: null },
    ]);
    expect(await list('status=proposal_sent')).toHaveLength(2);
  });

  test('marks as spam and back without sending or counting anything again', async () => {
    const { admin, id, ids, db, list } = await createDesk();
    const countRows = async () => (await db.selectFrom('outbox').select('id').execute()).length;
    const before = await countRows();
    await admin('POST', '/api/leads/bulk', { ids, action: 'spam' });
    expect((await list('spam=true'))[0]).toMatchObject({ id, suspect: 'by-hand' });
    await admin('POST', '/api/leads/bulk', { ids, action: 'not-spam' });
    expect(await list('spam=true')).toEqual([]);
    expect(await countRows()).toBe(before);
    expect(
      await db.selectFrom('funnelCounts').select('count').where('step', '=', 'enquiry').execute(),
    ).toEqual([{ count: 1 }]);
  });

  test('returns 400 for too many leads, an unknown action or a missing value', async () => {
    const { admin, ids } = await createDesk();
    const tooMany = Array.from({ length: 501 }, (_, index) => `id-${index}`);
    for (const body of [
      { ids: tooMany, action: 'delete' },
      { ids: [], action: 'delete' },
      { ids, action: 'archive' },
      { ids, action: 'status' },
      { ids, action: 'assign', value: 'nobody' },
    ]) {
      expect((await admin('POST', '/api/leads/bulk', body)).statusCode).toBe(400);
    }
  });
});

describe('a deleted lead', () => {
  test('is in no list and can be restored with everything that belongs to it', async () => {
    const { admin, id, url, list, readLead } = await createDesk();
    await admin('POST', `${url}/notes`, { text: 'Keep me' });
    expect((await admin('DELETE', url)).statusCode).toBe(204);
    expect(await list('')).toEqual([]);
    expect((await list('deleted=true')).map((lead) => lead.id)).toEqual([id]);
    expect((await admin('GET', '/api/leads/summary')).json().total).toBe(0);
    expect((await admin('PATCH', url, { status: 'new' })).statusCode).toBe(404);
    expect((await admin('POST', `${url}/restore`)).json()).toMatchObject({ id, deletedAt: null });
    expect((await admin('POST', `${url}/restore`)).statusCode).toBe(404);
    expect(await list('')).toHaveLength(1);
    const lead = await readLead();
    expect(lead.notes).toHaveLength(1);
    expect(lead.timeline.map(({ kind }: TimelineEntry) => kind)).toContain('restored');
  });

  test('is gone after 30 days, and not a day before', async () => {
    const { admin, db, ids } = await createDesk([{}, {}]);
    await admin('POST', '/api/leads/bulk', { ids, action: 'delete' });
    for (const [index, days] of [29, 31].entries()) {
      await db
        .updateTable('leads')
        .set({ deletedAt: getTimeAgo(days * DAY) })
        .where('id', '=', ids[index] ?? '')
        .execute();
    }
    expect((await admin('POST', `/api/leads/${ids[1]}/restore`)).statusCode).toBe(404);
    await purgeExpiredLeads(db, leadHooks, 24);
    const rows = await db.selectFrom('leads').select('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([ids[0]]);
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('itemId', '=', ids[1] ?? '')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['deleted']);
  });
});

describe('leads of one person', () => {
  const person = [
    { email: 'Olga+spring@Haldenskin.example', phone: null },
    { email: 'olga@haldenskin.example', phone: '(512) 555-0199' },
    { email: 'other@x.example', phone: '+1 512.555.0199 ext. 7' },
    { email: 'stranger@x.example', phone: '555' },
    { email: 'stranger2@x.example', phone: '555' },
  ];

  test('are related by mailbox or phone number', async () => {
    const { ids, readLead } = await createDesk(person);
    expect((await readLead(ids[0])).related).toEqual([ids[1]]);
    expect((await readLead(ids[1])).related).toEqual([ids[2], ids[0]]);
    expect((await readLead(ids[3])).related).toEqual([]);
  });

  test('are related after an upgrade, once their keys are filled in', async () => {
    const { ids, db, readLead } = await createDesk(person);
    await db.updateTable('leads').set({ person: null, phoneDigits: null, source: null }).execute();
    expect((await readLead(ids[1])).related).toEqual([]);
    await fillLeadKeys(db);
    expect((await readLead(ids[1])).related).toEqual([ids[2], ids[0]]);
  });

  test('merge into one lead with every record, and separate again within 30 days', async () => {
    const { admin, ids, list, readLead, db } = await createDesk(person);
    const [otherId = '', keepId = ''] = ids;
    await admin('POST', `/api/leads/${otherId}/notes`, { text: 'From the first inquiry' });
    const merge = () => admin('POST', '/api/leads/merge', { keepId, otherId });
    expect((await merge()).json().id).toBe(keepId);
    expect((await merge()).statusCode).toBe(409);
    expect((await list('')).map(({ id }) => id)).not.toContain(otherId);
    const kept = await readLead(keepId);
    expect(kept.notes).toHaveLength(1);
    expect(kept.merged.map(({ id }: Lead) => id)).toEqual([otherId]);
    const kinds = kept.timeline.map(({ kind }: TimelineEntry) => kind);
    expect(kinds.filter((kind: string) => kind === 'inquiry')).toHaveLength(2);
    expect(kinds).toContain('merged');
    const unmerge = () => admin('POST', `/api/leads/${keepId}/unmerge`, { otherId });
    expect((await unmerge()).json()).toMatchObject({ id: otherId, mergedIntoId: null });
    expect((await unmerge()).statusCode).toBe(404);
    expect((await readLead(keepId)).notes).toEqual([]);
    await merge();
    await db
      .updateTable('leads')
      .set({ mergedAt: getTimeAgo(31 * DAY) })
      .where('id', '=', otherId)
      .execute();
    expect((await unmerge()).statusCode).toBe(410);
  });

  test('keep their next step and their tasks in the overview after a merge', async () => {
    const { admin, ids, readLead } = await createDesk(person);
    const [otherId, keepId] = ids;
    const nextStep = { text: 'Call', dueAt: '2026-01-02T09:00:00.000Z' };
    const task = { title: 'Ask', dueAt: '2026-01-03T09:00:00.000Z' };
    await admin('PATCH', `/api/leads/${otherId}`, { nextStep });
    await admin('POST', `/api/leads/${otherId}/tasks`, task);
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    expect((await readLead(keepId)).nextStep).toEqual(nextStep);
    expect((await admin('GET', '/api/overview')).json().overdueFollowUps).toMatchObject([
      { leadId: keepId, taskId: null, text: 'Call' },
      { leadId: keepId, taskId: expect.any(String), text: 'Ask' },
    ]);
  });

  test('return 400, 404 or 409 for a merge that makes no sense', async () => {
    const { admin, ids } = await createDesk(person);
    const [a, b, c] = ids;
    const merge = async (keepId: unknown, otherId: unknown) =>
      (await admin('POST', '/api/leads/merge', { keepId, otherId })).statusCode;
    expect(await merge(a, a)).toBe(400);
    expect(await merge(a, 'missing')).toBe(404);
    expect(await merge(a, b)).toBe(200);
    expect(await merge(b, c)).toBe(409);
    expect(await merge(c, a)).toBe(200);
  });

  test('are deleted and restored together after a merge', async () => {
    const { admin, ids, list } = await createDesk(person);
    const [otherId, keepId] = ids;
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    await admin('DELETE', `/api/leads/${keepId}`);
    expect((await list('')).map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
    await admin('POST', `/api/leads/${keepId}/restore`);
    expect(await list('')).toHaveLength(4);
  });
});
