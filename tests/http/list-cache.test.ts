import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { sampleItems } from '../support/samples';
import { createTestApp, type TestSite } from '../support/test-app';

const lists = collections.map(({ path }) => `/api/${path}`);

describe.each(lists)('GET %s', (url) => {
  test('serves later visitors from the cache, compressed if they accept that, with 304 when the ETag matches, and never the admin', async () => {
    const { app, admin } = await createTestApp();
    const first = await app.inject({ url });
    const second = await app.inject({ url });
    expect(first.headers['cache-status']).toBe('lists; fwd=miss; stored');
    expect(second.headers['cache-status']).toBe('lists; hit');
    expect(second.body).toBe(first.body);
    const etag = String(first.headers.etag);
    const notModified = await app.inject({ url, headers: { 'if-none-match': etag } });
    expect(notModified.statusCode).toBe(304);
    expect(notModified.body).toBe('');
    expect((await app.inject({ url, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
    const send = () => app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    await expect.poll(async () => (await send()).headers['content-encoding']).toBe('br');
    const compressed = brotliDecompressSync((await send()).rawPayload).toString();
    expect(compressed).toBe(first.body);
    const { headers } = await admin('GET', url);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['cache-status']).toBeUndefined();
  });
});

const heading = { hero: { heading: 'Hire remote talent' } };

/** Requests that store nothing when they are repeated. */
const repeatable: [string, (site: TestSite, id: string) => ReturnType<TestSite['admin']>][] = [
  ['a changed item', ({ admin }, id) => admin('PATCH', `/api/stats/${id}`, { label: 'Hires' })],
  [
    'several changed items',
    ({ admin }, id) =>
      admin('POST', '/api/stats/update', { changes: [{ id, values: { label: 'Hires' } }] }),
  ],
  ['an order', ({ admin }, id) => admin('POST', '/api/stats/reorder', { orderedIds: [id] })],
  [
    'a restored version',
    async ({ admin }, id) => {
      const entryId = (await admin('GET', `/api/stats/${id}/history`)).json().at(-1).id;
      return admin('POST', `/api/stats/${id}/restore`, { entryId, side: 'after' });
    },
  ],
  ['settings', ({ admin }) => admin('PATCH', '/api/settings', { phone: '+1 555 0100' })],
  ['a page’s texts', ({ admin }) => admin('PATCH', '/api/pages/home', heading)],
];

describe('the list cache', () => {
  test.each(repeatable)('keeps its entries when %s is sent again', async (_, send) => {
    const site = await createTestApp();
    const { id } = (await site.admin('POST', '/api/stats', sampleItems.stats)).json();
    const first = await send(site, id);
    expect(first.statusCode).toBe(200);
    await site.visitor('GET', '/api/stats');
    const again = await send(site, id);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const { headers } = await site.visitor('GET', '/api/stats');
    expect(headers['cache-status']).toBe('lists; hit');
  });

  test('shares an entry between spellings, repetitions and orders of a filter, and ignores unknown parameters', async () => {
    const { visitor } = await createTestApp();
    for (const [query, same] of [
      ['role=Receptionist&skills=Slack', 'utm_source=x&skills=Slack&role=Receptionist'],
      [
        'role=Receptionist&role=Customer%20Support',
        'role=CUSTOMER+support&role=%52eceptionist&role=receptionist&role=',
      ],
    ]) {
      await visitor('GET', `/api/talents?${query}`);
      const { headers } = await visitor('GET', `/api/talents?${same}`);
      expect(headers['cache-status'], same).toBe('lists; hit');
    }
  });
});
