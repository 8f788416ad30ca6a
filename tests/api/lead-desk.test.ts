import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { DAY, getTimeAgo, HOUR } from '../../src/lib/time/durations';
import { createDesk } from '../support/desk-site';
import { sampleLead } from '../support/samples';
import { shareSite } from '../support/test-app';

describe('PATCH /api/leads/:id', () => {
  test('changes the fields that are sent, records them, and finds the lead by the new ones', async () => {
    const { admin, url, listCompanies, readLead } = await createDesk();
    const patch = { companyName: 'Corrected Inc.', phone: null, numberOfLocations: '7' };
    const changed = await admin('PATCH', url, patch);
    expect(changed.json()).toMatchObject({ companyName: 'Corrected Inc.', numberOfLocations: 7 });
    expect(changed.headers.etag).toBe(`"${changed.json().updatedAt}"`);
    expect(await listCompanies('q=corrected')).toEqual(['Corrected Inc.']);
    expect(await listCompanies('q=halden')).toEqual(['Corrected Inc.']);
    const timeline: TimelineEntry[] = (await readLead()).timeline;
    const edits = timeline.filter(({ kind }) => kind === 'edited');
    expect(edits).toHaveLength(1);
    expect(edits[0]).toMatchObject({
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

  test('stores a note with the change that it explains, once, and not with a rejected change', async () => {
    const { admin, url, readLead } = await createDesk();
    const note = 'Closed lost: hired in house';
    const close = (headers = {}) => admin('PATCH', url, { status: 'closed_lost', note }, headers);
    expect((await close({ 'if-match': '"stale"' })).statusCode).toBe(412);
    expect((await readLead()).notes).toEqual([]);
    const closed = await close();
    expect(closed.statusCode, closed.body).toBe(200);
    expect(closed.json()).toMatchObject({ status: 'closed_lost' });
    expect((await close()).statusCode).toBe(200);
    expect((await readLead()).notes).toMatchObject([{ text: note, by: 'admin' }]);
    expect((await admin('PATCH', url, { note })).statusCode).toBe(400);
  });

  test('stores a note once with a status that a colleague has set meanwhile', async () => {
    const { admin, url, list, readLead } = await createDesk();
    await admin('PATCH', url, { status: 'closed_lost' });
    const { updatedAt } = await readLead();
    const close = (note: string) => admin('PATCH', url, { status: 'closed_lost', note });
    const lost = 'Closed lost: too expensive';
    for (let request = 0; request < 2; request += 1) {
      expect((await close(lost)).json()).toMatchObject({ status: 'closed_lost', updatedAt });
    }
    expect((await readLead()).notes).toMatchObject([{ text: lost, by: 'admin' }]);
    expect(await list('q=expensive')).toHaveLength(1);
    await admin('PATCH', url, { status: 'contacted' });
    await admin('PATCH', url, { status: 'closed_lost' });
    await close(lost);
    expect((await readLead()).notes).toHaveLength(2);
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

  test('keep the time and the duration of a call that is logged later', async () => {
    const { admin, url, readLead } = await createDesk();
    const called = getTimeAgo(DAY);
    const body = { channel: 'phone', note: 'Reached', at: called, minutes: '12' };
    const contacted = await admin('POST', `${url}/contacted`, body);
    expect(contacted.statusCode, contacted.body).toBe(200);
    const { timeline, createdAt } = await readLead();
    // The lead wrote after the call, so the inquiry was answered when it arrived.
    expect(contacted.json().answeredAt).toBe(createdAt);
    expect(timeline.at(-1)).toMatchObject({
      kind: 'contact',
      at: called,
      after: { channel: 'phone', note: 'Reached', minutes: 12 },
    });
  });

  test('count as an answer, unlike a status that is undone', async () => {
    const { admin, db, url, readLead } = await createDesk();
    const setStatus = async (status: string) =>
      (await admin('PATCH', url, { status })).json().answeredAt;
    expect(await setStatus('contacted')).not.toBeNull();
    await setStatus('discovery_call');
    await setStatus('contacted');
    expect(await setStatus('new')).toBeNull();
    await setStatus('contacted');
    const yesterday = getTimeAgo(DAY);
    await db.updateTable('leads').set({ answeredAt: yesterday, updatedAt: yesterday }).execute();
    expect(await setStatus('new')).toBe(yesterday);
    expect(await setStatus('contacted')).toBe(yesterday);
    await db.updateTable('leads').set({ answeredAt: null, status: 'new' }).execute();
    await admin('POST', `${url}/contacted`, { channel: 'text' });
    const { answeredAt } = await readLead();
    expect(answeredAt).not.toBeNull();
    expect(await setStatus('new')).toBe(answeredAt);
    expect(await setStatus('contacted')).toBe(answeredAt);
    await admin('PATCH', url, { message: 'Two studios.' });
    expect(await setStatus('new')).toBe(answeredAt);
  });

  test('count as activity of their lead, as do calls and merged inquiries', async () => {
    const { admin, db, ids, url, readLead } = await createDesk([{}, {}]);
    const [keepId, otherId] = ids;
    await admin('PATCH', url, { status: 'discovery_call' });
    const old = getTimeAgo(20 * DAY);
    for (const [path, body] of [
      [`${url}/notes`, { text: 'Prefers mornings' }],
      [`${url}/tasks`, { title: 'Ask' }],
      [`${url}/contacted`, { channel: 'phone' }],
      [`${url}/bookings`, { start: '2031-03-03T15:00:00.000Z' }],
      ['/api/leads/merge', { keepId, otherId }],
      [`/api/leads/${otherId}/notes`, { text: 'About the first inquiry' }],
    ] as const) {
      await db.updateTable('leads').set({ createdAt: old, updatedAt: old }).execute();
      await db.updateTable('audit').set({ at: old }).execute();
      for (const table of ['leadNotes', 'leadTasks', 'leadContacts'] as const) {
        await db.updateTable(table).set({ createdAt: old }).execute();
      }
      expect((await readLead()).lastActivityAt).toBe(old);
      const response = await admin('POST', path, body);
      expect(response.statusCode, response.body).toBeLessThan(300);
      expect((await readLead()).lastActivityAt > old, path).toBe(true);
    }
  });

  const getSite = shareSite(createDesk);

  test.each([
    ['a time in the future', { at: getTimeAgo(-HOUR) }],
    ['a text as the time', { at: 'yesterday' }],
    ['no minutes', { minutes: 0 }],
    ['more than a day', { minutes: 1441 }],
    ['half a minute', { minutes: 0.5 }],
  ])('return 400 for a contact with %s', async (_, fields) => {
    const { admin, url } = getSite();
    const body = { channel: 'phone', ...fields };
    expect((await admin('POST', `${url}/contacted`, body)).statusCode).toBe(400);
  });

  test('are read once for the lead and its timeline', async () => {
    const { admin, id, readLead, listStatements } = await createDesk();
    for (const read of [
      () => readLead(id),
      () => admin('GET', `/api/privacy/export?email=${sampleLead.email}`),
    ]) {
      const statements = await listStatements(read);
      for (const table of ['lead_notes', 'lead_tasks', 'outbox']) {
        const reads = statements.filter(
          (sql) => sql.includes(`from "${table}"`) && sql.includes('"lead_id" in'),
        );
        expect(reads, table).toHaveLength(1);
      }
    }
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

describe('GET /api/leads/stages', () => {
  test('counts again after a change by the admin, but not for each request of a visitor', async () => {
    const { admin, visitor, url } = await createDesk();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    // The counts are up to five seconds old.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const listCounts = async () =>
      (await admin('GET', '/api/leads/stages'))
        .json()
        .flatMap(({ status, count }: { status: string; count: number }) =>
          count > 0 ? [[status, count]] : [],
        );
    expect(await listCounts()).toEqual([['new', 1]]);
    expect((await visitor('POST', '/api/leads', sampleLead)).statusCode).toBe(201);
    expect((await visitor('POST', '/api/funnel', { steps: ['visit'] })).statusCode).toBe(204);
    expect(await listCounts()).toEqual([['new', 1]]);
    await admin('PATCH', url, { status: 'contacted' });
    expect(await listCounts()).toEqual([
      ['new', 1],
      ['contacted', 1],
    ]);
  });
});
