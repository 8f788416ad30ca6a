import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/features/leads/contract';
import type { LeadDetail } from '../../src/features/leads/detail-contract';
import { HOUR } from '../../src/lib/time';
import { createDesk } from '../desk-site';
import { sampleLead } from '../samples';
import { createCallTime, createSchedulingSite } from '../scheduling-site';

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
    'makes a repeated POST …/%s store one record and get the same response',
    async (path, body, _, list) => {
      const { admin, url, readLead } = await createDesk();
      const send = () => admin('POST', `${url}/${path}`, body, key);
      const [first, atOnce] = await Promise.all([send(), send()]);
      const repeated = await send();
      expect(first.statusCode).toBeLessThan(300);
      for (const response of [atOnce, repeated]) {
        expect(response.statusCode).toBe(first.statusCode);
        expect(response.json()).toEqual(first.json());
      }
      expect(list(await readLead())).toHaveLength(1);
    },
  );

  test.each(requests)(
    'rejects POST …/%s with another body, or for another lead, with 409',
    async (path, body, otherBody, list) => {
      const { admin, ids, readLead } = await createDesk([{}, { email: 'other@x.example' }]);
      const [id, otherId] = ids;
      expect((await admin('POST', `/api/leads/${id}/${path}`, body, key)).statusCode).toBeLessThan(
        300,
      );
      const changed = await admin('POST', `/api/leads/${id}/${path}`, otherBody, key);
      expect(changed.statusCode).toBe(409);
      expect(changed.json().message).toContain('Idempotency-Key was used for another request');
      const elsewhere = await admin('POST', `/api/leads/${otherId}/${path}`, body, key);
      expect(elsewhere.statusCode).toBe(409);
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
