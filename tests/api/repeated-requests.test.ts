import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { HOUR, MINUTE } from '../../src/lib/time/durations';
import { createDesk } from '../support/desk-site';
import { serve } from '../support/http-server';
import { sampleLead } from '../support/samples';
import { createCallTime, createSchedulingSite } from '../support/scheduling-site';
import { createReceivingSite, createWebhookSite } from '../support/webhook-site';

const key = { 'idempotency-key': 'one-press-0001' };

describe('Idempotency-Key of an admin’s request about a lead', () => {
  const requests: [string, object, object, (lead: LeadDetail) => unknown[]][] = [
    ['notes', { text: 'Prefers mornings' }, { text: 'Prefers evenings' }, ({ notes }) => notes],
    ['tasks', { title: 'Ask' }, { title: 'Ask again' }, ({ tasks }) => tasks],
    [
      'contacted',
      { channel: 'phone', note: 'Reached' },
      { channel: 'mail' },
      ({ timeline }) => timeline.filter(({ kind }) => kind === 'contact'),
    ],
  ];

  test.each(requests)(
    'makes a repeated POST …/%s store one record and get the same response, and 409 with another body or for another lead',
    async (path, body, otherBody, list) => {
      const { admin, ids, readLead } = await createDesk([{}, { email: 'other@x.example' }]);
      const [id, otherId] = ids;
      const send = (sent = body, leadId = id) =>
        admin('POST', `/api/leads/${leadId}/${path}`, sent, key);
      const [first, atOnce] = await Promise.all([send(), send()]);
      expect(first.statusCode).toBeLessThan(300);
      for (const response of [atOnce, await send()]) {
        expect(response.statusCode).toBe(first.statusCode);
        expect(response.json()).toEqual(first.json());
      }
      const changed = await send(otherBody);
      expect(changed.statusCode).toBe(409);
      expect(changed.json().message).toContain('Idempotency-Key was used for another request');
      expect((await send(body, otherId)).statusCode).toBe(409);
      expect(list(await readLead(id))).toHaveLength(1);
      expect(list(await readLead(otherId))).toHaveLength(0);
    },
  );

  test('stores a record for each request without a key', async () => {
    const { admin, url, readLead } = await createDesk();
    await admin('POST', `${url}/notes`, { text: 'No answer' });
    await admin('POST', `${url}/notes`, { text: 'No answer' });
    expect((await readLead()).notes).toHaveLength(2);
  });

  test('does not bring a deleted note back', async () => {
    const { admin, url, readLead } = await createDesk();
    const send = () => admin('POST', `${url}/notes`, { text: 'Prefers mornings' }, key);
    const first = await send();
    await admin('DELETE', `${url}/notes/${first.json().id}`);
    expect((await send()).json()).toEqual(first.json());
    expect((await readLead()).notes).toEqual([]);
  });

  test('can be the key of a visitor’s inquiry as well', async () => {
    const { admin, url, visitor } = await createDesk();
    expect((await visitor('POST', '/api/leads', sampleLead, key)).statusCode).toBe(201);
    expect((await admin('POST', `${url}/notes`, { text: 'Hello' }, key)).statusCode).toBe(201);
  });
});

describe('POST /api/leads/add', () => {
  test('stores one lead for a repeated request with an Idempotency-Key', async () => {
    const { admin, list } = await createDesk([]);
    const send = (change: Partial<Lead> = {}) =>
      admin('POST', '/api/leads/add', { ...sampleLead, ...change }, key);
    const [first, atOnce] = await Promise.all([send(), send()]);
    expect(first.statusCode).toBe(201);
    expect(atOnce.json()).toEqual(first.json());
    expect((await send()).json()).toEqual(first.json());
    expect((await send({ companyName: 'Another' })).statusCode).toBe(409);
    expect(await list('')).toHaveLength(1);
  });
});

describe('POST /api/leads/{id}/bookings', () => {
  test('books one call for a repeated request with an Idempotency-Key', async () => {
    const { admin, visitor, db } = await createSchedulingSite();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const send = (start: string) => admin('POST', `/api/leads/${id}/bookings`, { start }, key);
    const start = createCallTime(48 * HOUR);
    const [first, atOnce] = await Promise.all([send(start), send(start)]);
    expect(first.statusCode).toBe(201);
    expect(atOnce.statusCode).toBe(201);
    expect((await send(start)).json()).toEqual(first.json());
    expect((await send(createCallTime(50 * HOUR))).statusCode).toBe(409);
    expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
    const mails = db.selectFrom('outbox').select('id').where('kind', '=', 'call-confirmation');
    expect(await mails.execute()).toHaveLength(1);
  });
});

describe('POST /api/webhooks', () => {
  const body = { name: 'Sheet', url: 'https://hooks.example/crew', events: ['lead.created'] };

  test('creates one webhook for a repeated request, which gets the same secret', async () => {
    const { admin, db } = await createWebhookSite();
    const send = (change: object = {}) =>
      admin('POST', '/api/webhooks', { ...body, ...change }, key);
    const [first, atOnce] = await Promise.all([send(), send()]);
    expect(first.statusCode).toBe(201);
    expect(first.json().secret).toMatch(/^whsec_/);
    expect(atOnce.json()).toEqual(first.json());
    expect((await send()).json()).toEqual(first.json());
    expect((await send({ name: 'Another' })).statusCode).toBe(409);
    expect((await admin('GET', '/api/webhooks')).json()).toHaveLength(1);
    const created = db.selectFrom('audit').select('id').where('subject', '=', 'webhooks');
    expect(await created.execute()).toHaveLength(1);
    const keys = JSON.stringify(await db.selectFrom('idempotencyKeys').selectAll().execute());
    expect(keys).not.toContain(first.json().secret.slice('whsec_'.length));
  });

  test('does not send the secret again once the webhook was changed', async () => {
    const { admin } = await createWebhookSite();
    const send = () => admin('POST', '/api/webhooks', body, key);
    const { id } = (await send()).json();
    await admin('PATCH', `/api/webhooks/${id}`, { secret: 'replace' });
    const repeated = (await send()).json();
    expect(repeated).toMatchObject({ id, secret: null });
  });

  test('does not send the secret again after 10 minutes', async () => {
    const { admin, db } = await createWebhookSite();
    const send = () => admin('POST', '/api/webhooks', body, key);
    const { id } = (await send()).json();
    const createdAt = new Date(Date.now() - 11 * MINUTE).toISOString();
    await db.updateTable('webhooks').set({ createdAt, updatedAt: createdAt }).execute();
    expect((await send()).json()).toMatchObject({ id, secret: null });
  });

  test('does not bring a deleted webhook back', async () => {
    const { admin } = await createWebhookSite();
    const send = () => admin('POST', '/api/webhooks', body, key);
    await admin('DELETE', `/api/webhooks/${(await send()).json().id}`);
    expect((await send()).statusCode).toBe(404);
    expect((await admin('GET', '/api/webhooks')).json()).toEqual([]);
  });
});

describe('POST /api/webhooks/{id}/test', () => {
  test('sends one message for a repeated request, which gets the same outcome', async () => {
    const { admin, listAttempts, receiver, id } = await createReceivingSite();
    const send = (headers?: Record<string, string>) =>
      admin('POST', `/api/webhooks/${id}/test`, {}, headers);
    const first = await send(key);
    expect(first.json().success).toBe(true);
    expect((await send(key)).json()).toEqual(first.json());
    expect(receiver.received).toHaveLength(1);
    expect(await listAttempts(id)).toHaveLength(1);
    await send();
    expect(receiver.received).toHaveLength(2);
  });

  test('returns 409 for a repeated request while the webhook has not responded', async () => {
    const { admin, addWebhook } = await createWebhookSite();
    const waiting: (() => void)[] = [];
    const server = await serve((_, response) => waiting.push(() => response.end('ok')));
    const { id } = await addWebhook(server.origin);
    const send = () => admin('POST', `/api/webhooks/${id}/test`, {}, key);
    const first = send();
    await expect.poll(() => waiting.length).toBe(1);
    const repeated = await send();
    expect(repeated.statusCode).toBe(409);
    expect(repeated.json().message).toContain('hasn’t responded yet');
    for (const respond of waiting) respond();
    expect((await first).json().success).toBe(true);
    expect(waiting).toHaveLength(1);
  });
});
