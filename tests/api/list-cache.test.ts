import { describe, expect, test, vi } from 'vitest';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

const lists = ['/api/stats', '/api/talents', '/api/case-studies', '/api/packages'];

describe.each(lists)('%s', (url) => {
  test('is made once for all visitors, with a tag under which it is not sent again', async () => {
    const { app } = await testApp();
    const first = await app.inject({ url });
    const second = await app.inject({ url });
    expect(first.headers['cache-status']).toBe('lists; fwd=miss; stored');
    expect(second.headers['cache-status']).toBe('lists; hit');
    expect(second.body).toBe(first.body);
    const tag = String(first.headers.etag);
    const known = await app.inject({ url, headers: { 'if-none-match': tag } });
    expect(known.statusCode).toBe(304);
    expect(known.body).toBe('');
    expect((await app.inject({ url, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
  });

  test('comes in brotli to who takes it', async () => {
    const { app } = await testApp();
    const ask = () => app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    await vi.waitUntil(async () => (await ask()).headers['content-encoding'] === 'br', 10_000);
  });

  test('is read anew for the admin, and kept by nobody', async () => {
    const site = await testApp();
    await site.visitor('GET', url);
    const answer = await site.admin('GET', url);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['cache-status']).toBeUndefined();
  });
});

test('a change is in the next answer, under another tag', async () => {
  const site = await testApp();
  const before = await site.visitor('GET', '/api/packages');
  await site.admin('POST', '/api/packages', sampleItems.packages);
  const after = await site.visitor('GET', '/api/packages', undefined, {
    'if-none-match': String(before.headers.etag),
  });
  expect(after.statusCode).toBe(200);
  expect(after.json()).toHaveLength(1);
});

test('the order of the parameters and what is not one of them make no list of their own', async () => {
  const { visitor } = await testApp();
  await visitor('GET', '/api/talents?role=Receptionist&skills=Slack');
  const other = await visitor('GET', '/api/talents?utm_source=x&skills=Slack&role=Receptionist');
  expect(other.headers['cache-status']).toBe('lists; hit');
});

describe('GET /api/talents', () => {
  test('shares a list between spellings, repetitions and orders of the same filter', async () => {
    const { visitor } = await testApp();
    await visitor('GET', '/api/talents?role=Receptionist&role=Customer%20Support');
    const other = await visitor(
      'GET',
      '/api/talents?role=CUSTOMER+support&role=%52eceptionist&role=receptionist&role=',
    );
    expect(other.headers['cache-status']).toBe('lists; hit');
  });
});
