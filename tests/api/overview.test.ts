import { describe, expect, test } from 'vitest';
import { reportSilence } from '../../src/leads/today/problems.server';
import { DAY, getTimeAgo, HOUR } from '../../src/lib/time/durations';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

async function createOverviewSite() {
  const site = await createTestApp();
  const send = async (fields: Record<string, unknown> = {}) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields })).json().id as string;
  return {
    ...site,
    send,
    readOverview: async () => (await site.admin('GET', '/api/overview')).json(),
    age: (id: string, ageMs: number) =>
      site.db
        .updateTable('leads')
        .set({ createdAt: getTimeAgo(ageMs) })
        .where('id', '=', id)
        .execute(),
  };
}

describe('GET /api/overview', () => {
  test('lists unanswered leads, oldest first, without spam', async () => {
    const { send, age, admin, readOverview } = await createOverviewSite();
    const recent = await send();
    const late = await send();
    await age(late, 25 * HOUR);
    await send({ website: 'spam' });
    await admin('PATCH', `/api/leads/${await send()}`, { status: 'contacted' });
    const overview = await readOverview();
    expect(overview.counts).toMatchObject({ waiting: 2, late: 1 });
    expect(overview.waiting.map(({ leadId }: { leadId: string }) => leadId)).toEqual([
      late,
      recent,
    ]);
    expect(overview.waiting[0]).toMatchObject({ phone: sampleLead.phone, value: null });
  });

  test('lists overdue next steps and tasks by their due time', async () => {
    const { send, admin, readOverview } = await createOverviewSite();
    const id = await send();
    const dueAt = getTimeAgo(DAY);
    await admin('PATCH', `/api/leads/${id}`, { nextStep: { text: 'Call', dueAt } });
    const task = { title: 'Ask', dueAt: getTimeAgo(2 * DAY) };
    const { id: taskId } = (await admin('POST', `/api/leads/${id}/tasks`, task)).json();
    await admin('POST', `/api/leads/${id}/tasks`, { title: 'Far', dueAt: getTimeAgo(-9 * DAY) });
    const { counts, overdueFollowUps } = await readOverview();
    expect(counts).toMatchObject({ overdueFollowUps: 2, followUpsToday: 0 });
    expect(overdueFollowUps).toMatchObject([
      { leadId: id, taskId, text: 'Ask' },
      { leadId: id, taskId: expect.any(String), text: 'Call', dueAt },
    ]);
    await admin('PATCH', `/api/tasks/${taskId}`, { doneAt: new Date().toISOString() });
    expect((await readOverview()).counts.overdueFollowUps).toBe(1);
  });

  test('lists problems: email that is turned off, and failing deliveries', async () => {
    const { send, db, readOverview } = await createOverviewSite();
    const leadId = await send();
    await db
      .updateTable('outbox')
      .set({ status: 'failed', lastError: 'The server said no' })
      .where('leadId', '=', leadId)
      .where('kind', '=', 'lead-notification')
      .execute();
    expect((await readOverview()).problems).toMatchObject([
      {
        kind: 'mail-off',
        title: 'Email is turned off',
        fix: expect.stringContaining('Enter your mail server'),
        fixPath: '/admin/settings#mail',
      },
      {
        kind: 'delivery',
        title: 'Email is failing',
        message: 'The server said no',
        fixPath: '/admin/settings#mail',
        count: 1,
        delivery: { id: expect.any(String), kind: 'lead-notification' },
      },
    ]);
  });

  test('lists failing emails once, with the number to the owner and to visitors', async () => {
    const { send, db, readOverview } = await createOverviewSite();
    const ids = [await send(), await send()];
    await db
      .updateTable('outbox')
      .set({ status: 'failed', lastError: 'The server said no' })
      .where('leadId', 'in', ids)
      .where('kind', 'in', ['lead-notification', 'lead-confirmation'])
      .execute();
    await db
      .updateTable('outbox')
      .set({ status: 'sent', lastError: null })
      .where('leadId', '=', ids[0] ?? '')
      .where('kind', '=', 'lead-confirmation')
      .execute();
    const { problems } = await readOverview();
    expect(problems.filter(({ kind }: { kind: string }) => kind === 'delivery')).toMatchObject([
      { title: 'Email is failing', count: 3, summary: '2 emails to you, 1 to a visitor' },
    ]);
  });

  test('reports when no lead has arrived for the number of days in the settings, and emails that once', async () => {
    const { send, age, admin, db, readOverview } = await createOverviewSite();
    const id = await send();
    await send({ website: 'spam' });
    const listKinds = async () =>
      (await readOverview()).problems.map(({ kind }: { kind: string }) => kind);
    const listAlarms = () =>
      db.selectFrom('outbox').select('id').where('kind', '=', 'silence-alarm').execute();
    await age(id, 8 * DAY);
    expect(await listKinds()).toEqual(['mail-off']);
    expect(await reportSilence(db, 14)).toBe(false);
    await admin('PATCH', '/api/settings', { silenceAlarmDays: 7 });
    expect((await readOverview()).problems[1]).toMatchObject({
      kind: 'silence',
      title: 'No lead for 8 days',
      fix: expect.stringContaining('Send a test inquiry'),
      fixPath: null,
    });
    expect(await reportSilence(db, 7)).toBe(true);
    expect(await reportSilence(db, 7)).toBe(false);
    expect(await listAlarms()).toHaveLength(1);
    await admin('PATCH', '/api/settings', { silenceAlarmDays: 0 });
    expect(await listKinds()).toEqual(['mail-off']);
    await send();
    expect(await reportSilence(db, 7)).toBe(false);
  });

  test('returns 304 until something changes', async () => {
    const { send, admin } = await createOverviewSite();
    await send();
    const etag = String((await admin('GET', '/api/overview')).headers.etag);
    const poll = () => admin('GET', '/api/overview', undefined, { 'if-none-match': etag });
    const unchanged = await poll();
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.body).toBe('');
    await send();
    const changed = await poll();
    expect(changed.statusCode).toBe(200);
    expect(changed.json().counts.waiting).toBe(2);
  });

  test('returns another ETag after each change of a lead that it does not list, or of its records', async () => {
    const { send, admin } = await createOverviewSite();
    const url = `/api/leads/${await send()}`;
    await admin('PATCH', url, { status: 'contacted' });
    const before = await admin('GET', '/api/overview');
    let { etag } = before.headers;
    const change = async (...request: Parameters<typeof admin>) => {
      const changed = await admin(...request);
      expect(changed.statusCode, changed.body).toBeLessThan(300);
      const after = await admin('GET', '/api/overview');
      expect(after.json()).toEqual(before.json());
      expect(after.headers.etag, request.join(' ')).not.toBe(etag);
      etag = after.headers.etag;
      return changed;
    };
    await change('PATCH', url, { status: 'discovery_call' });
    const note = await change('POST', `${url}/notes`, { text: 'She signed' });
    await change('DELETE', `${url}/notes/${note.json().id}`);
    await change('POST', `${url}/contacted`, { channel: 'phone' });
    const dueAt = getTimeAgo(-9 * DAY);
    const task = await change('POST', `${url}/tasks`, { title: 'Ask again', dueAt });
    await change('PATCH', `/api/tasks/${task.json().id}`, { doneAt: getTimeAgo(0) });
    await change('PATCH', url, { nextStep: { text: 'Visit', dueAt } });
  });

  test('returns another ETag after a change whose time is before that of an earlier one', async () => {
    const { send, admin, db } = await createOverviewSite();
    const url = `/api/leads/${await send()}`;
    await admin('PATCH', url, { status: 'contacted' });
    // As recorded by another process, whose clock is fast.
    await db
      .updateTable('audit')
      .set({ at: getTimeAgo(-HOUR) })
      .execute();
    const { etag } = (await admin('GET', '/api/overview')).headers;
    await admin('POST', `${url}/notes`, { text: 'She signed' });
    expect((await admin('GET', '/api/overview')).headers.etag).not.toBe(etag);
  });
});

describe('POST /api/deliveries/:id/retry', () => {
  test('makes a failed delivery due, and rejects one that was sent', async () => {
    const { send, db, admin, readOverview } = await createOverviewSite();
    const leadId = await send();
    const set = (status: 'failed' | 'sent') =>
      db
        .updateTable('outbox')
        .set({ status, lastError: status === 'failed' ? 'no' : null })
        .where('leadId', '=', leadId)
        .execute();
    await set('failed');
    const { delivery } = (await readOverview()).problems[1];
    const retried = await admin('POST', `/api/deliveries/${delivery.id}/retry`);
    expect(retried.json()).toMatchObject({ id: delivery.id, status: 'pending' });
    const readStatus = async () =>
      (await admin('GET', `/api/leads/${leadId}/deliveries`))
        .json()
        .find(({ id }: { id: string }) => id === delivery.id).status;
    // The attempt finds that mail is off.
    await expect.poll(readStatus).toBe('off');
    await set('sent');
    expect((await admin('POST', `/api/deliveries/${delivery.id}/retry`)).statusCode).toBe(409);
    expect((await admin('POST', '/api/deliveries/none/retry')).statusCode).toBe(404);
  });
});

test('the alert about missing leads says how long none arrived, what to try, and how to turn it off', async () => {
  const { visitor, db, app, waitForDeliveries, listMailsTo } = await createMailSite();
  await visitor('POST', '/api/leads', sampleLead);
  await db
    .updateTable('leads')
    .set({ createdAt: getTimeAgo(8 * DAY) })
    .execute();
  expect(await reportSilence(db, 7)).toBe(true);
  app.wakeOutbox();
  await waitForDeliveries();
  const mail = (await listMailsTo(owner)).find(({ subject }) => subject.includes('no lead for'));
  expect(mail?.subject).toBe('Crewbridge: no lead for 8 days');
  expect(mail?.text).toContain('Send a test inquiry');
  expect(mail?.text).toContain('/admin/settings#leads');
});
