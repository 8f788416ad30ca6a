import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { openDatabase } from '../../src/db/database.server';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite, type TestSite } from '../support/test-app';
import { scaleLimit } from '../support/time-limits';

type Response = Awaited<ReturnType<TestSite['visitor']>>;

const get = ({ app }: Pick<TestSite, 'app'>, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers });

const isHit = (response: Response) => response.headers['cache-status'] === 'pages; hit';
const readEtag = (response: Response) => String(response.headers.etag);

/** Requests the page until it comes in Brotli, which is compressed only after the second request. */
async function getBrotli(site: TestSite, url: string): Promise<Response> {
  const request = () => get(site, url, { 'accept-encoding': 'gzip, br' });
  await expect.poll(async () => (await request()).headers['content-encoding']).toBe('br');
  return request();
}

/** Starts a second app on the same database, as a stand-in for a second process. */
async function startSecondProcess({ environment, adminCookie }: TestSite) {
  const db = await openDatabase(environment);
  const app = await buildApp({ db, environment, clientDir: '/nowhere' });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  return {
    app,
    admin: async (method: 'POST', url: string, payload: object) =>
      app.inject({ method, url, payload, headers: { cookie: await adminCookie() } }),
  };
}

describe('cached page', () => {
  const getSite = shareSite(createTestApp);

  test('is served from the cache on the second request, with the same bytes and ETag', async () => {
    const site = await createTestApp();
    const first = await get(site, '/');
    const second = await get(site, '/');
    expect(first.headers['cache-status']).toMatch(/^pages; fwd=miss/);
    expect(isHit(second)).toBe(true);
    expect(second.body).toBe(first.body);
    expect(readEtag(second)).toBe(readEtag(first));
    expect(second.headers['cache-control']).toBe('no-cache');
    expect(second.headers.vary).toContain('Accept-Encoding');
  });

  test('has the same ETag when another process renders the same content', async () => {
    const site = await createTestApp();
    const first = await get(site, '/');
    const { app } = await startSecondProcess(site);
    expect(readEtag(await get({ app }, '/'))).toBe(readEtag(first));
  });

  test('returns 304 for a matching If-None-Match in every encoding', async () => {
    const site = await createTestApp();
    const plain = await get(site, '/');
    const brotli = await getBrotli(site, '/');
    for (const tag of [
      readEtag(plain),
      readEtag(brotli),
      `W/${readEtag(plain)}`,
      `"other", ${readEtag(plain)}`,
    ]) {
      const response = await get(site, '/', { 'if-none-match': tag, 'accept-encoding': 'br' });
      expect(response.statusCode, tag).toBe(304);
      expect(response.body).toBe('');
      expect(tag).toContain(readEtag(response));
      expect(response.headers.vary).toContain('Accept-Encoding');
      expect(response.headers['cache-control']).toBe('no-cache');
    }
    expect((await get(site, '/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('comes in the requested encoding, with a different ETag for each', async () => {
    const site = await createTestApp();
    const { body } = await get(site, '/');
    const gzip = await get(site, '/', { 'accept-encoding': 'gzip' });
    const brotli = await getBrotli(site, '/');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
    const plain = await get(site, '/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(new Set([plain, gzip, brotli].map(readEtag)).size).toBe(3);
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['zstd', undefined],
    ['', undefined],
    [';;,=,q', undefined],
  ])('negotiates Accept-Encoding "%s" as %s', async (header, expected) => {
    const site = getSite();
    await getBrotli(site, '/');
    const response = await get(site, '/', { 'accept-encoding': header });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBe(expected);
  });

  test('responds to HEAD with the headers of GET and no body', async () => {
    const site = await createTestApp();
    const page = await get(site, '/');
    const head = await site.visitor('HEAD', '/');
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
      expect(head.headers[name], name).toBe(page.headers[name]);
    }
  });
});

describe('page cache key', () => {
  test('ignores query parameters that the page does not read', async () => {
    const site = await createTestApp();
    const page = await get(site, '/talent');
    for (const query of ['utm_source=mail&gclid=1', 'fbclid=<script>', '__proto__=1', '&&=', '%']) {
      const response = await get(site, `/talent?${query}`);
      expect(isHit(response), query).toBe(true);
      expect(response.body).toBe(page.body);
    }
    await get(site, '/');
    expect(isHit(await get(site, '/?role=Receptionist'))).toBe(true);
  });

  test('contains the query parameters that the page reads, in any order', async () => {
    const site = await createTestApp();
    await site.admin('POST', '/api/talents', sampleItems.talents);
    const all = await get(site, '/talent');
    const filtered = await get(site, '/talent?role=Operations%20Manager&page=2&utm_source=x');
    expect(isHit(filtered)).toBe(false);
    expect(all.body).toContain('Showing 1 professional(s)');
    expect(filtered.body).toContain('Showing 0 professional(s)');
    expect(filtered.body).not.toContain('utm_source');
    expect(isHit(await get(site, '/talent?page=2&role=Operations+Manager'))).toBe(true);
  });

  test.each([
    ['/talent', '/talent?role=Nobody&skills=%00&page=0'],
    ['/talent?role=Receptionist&page=2', '/talent?page=02&role=%52ECEPTIONIST&role=receptionist'],
    ['/talent?shortlist=1', '/talent?shortlist=anything&page=7'],
    ['/schedule', '/schedule?embed=2&embed=1'],
  ])('is the same for %s and %s', async (first, second) => {
    const site = await createTestApp();
    const { body } = await get(site, first);
    const other = await get(site, second);
    expect(isHit(other)).toBe(true);
    expect(other.body).toBe(body);
  });

  test('evicts the oldest pages of the talent list, but neither the home page nor /talent', async () => {
    const site = await createTestApp();
    await get(site, '/');
    await get(site, '/talent');
    for (let page = 2; page < 1_002; page += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => get(site, `/talent?page=${page + index}`)),
      );
    }
    expect(isHit(await get(site, '/'))).toBe(true);
    expect(isHit(await get(site, '/talent'))).toBe(true);
    // The cache is bounded: the oldest entries were evicted for the newest.
    expect(isHit(await get(site, '/talent?page=2'))).toBe(false);
    expect(isHit(await get(site, '/talent?page=1001'))).toBe(true);
  });
});

describe('page cache after a content change', () => {
  test('serves the change in the next response: create, update, reorder and delete', async () => {
    const site = await createTestApp();
    const { admin } = site;
    await get(site, '/');
    const { id } = (await admin('POST', '/api/packages', sampleItems.packages)).json();
    expect((await get(site, '/')).body).toContain('Select Full PM');
    await admin('PATCH', `/api/packages/${id}`, { name: 'Whole PM' });
    const changed = await get(site, '/');
    expect(changed.body).toContain('Select Whole PM');
    const other = (
      await admin('POST', '/api/packages', { ...sampleItems.packages, name: 'Z' })
    ).json();
    await get(site, '/');
    await admin('POST', '/api/packages/reorder', { orderedIds: [other.id, id] });
    const { body } = await get(site, '/', { 'if-none-match': readEtag(changed) });
    expect(body.indexOf('Select Z')).toBeLessThan(body.indexOf('Select Whole PM'));
    await admin('DELETE', `/api/packages/${id}`);
    expect((await get(site, '/')).body).not.toContain('Whole PM');
  });

  test('does not cache a page that was rendered before a concurrent change', async () => {
    const site = await createTestApp();
    for (let round = 0; round < 10; round++) {
      const name = `Package ${round}`;
      const [created] = await Promise.all([
        site.admin('POST', '/api/packages', { ...sampleItems.packages, name }),
        ...Array.from({ length: 5 }, () => get(site, '/')),
      ]);
      expect(created.statusCode).toBe(201);
      expect((await get(site, '/')).body).toContain(`Select ${name}`);
    }
  });

  test('shows a change made by another process within 1.5 seconds', async () => {
    const site = await createTestApp();
    const other = await startSecondProcess(site);
    await get(site, '/');
    expect(isHit(await get(site, '/'))).toBe(true);
    await other.admin('POST', '/api/packages', sampleItems.packages);
    expect((await get(other, '/')).body).toContain('Select Full PM');
    await expect
      .poll(async () => (await get(site, '/')).body, { timeout: scaleLimit(1_500), interval: 50 })
      .toContain('Select Full PM');
  });
});

describe('page cache', () => {
  const getSite = shareSite(createTestApp);

  test('renders an uncached page once for 50 concurrent requests', async () => {
    const site = await createTestApp();
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(site, '/')));
    const rendered = responses.filter(
      ({ headers }) => !/hit|collapsed/.test(String(headers['cache-status'])),
    );
    expect(rendered).toHaveLength(1);
    expect(new Set(responses.map(readEtag)).size).toBe(1);
  });

  test('shows a page without a list that could not be read, and does not cache it', async () => {
    const site = await createTestApp();
    await site.admin('POST', '/api/packages', sampleItems.packages);
    await site.admin('POST', '/api/case-studies', sampleItems['case-studies']);
    await site.db.schema.alterTable('case_studies').renameTo('away').execute();
    const incomplete = await get(site, '/');
    expect(incomplete.statusCode).toBe(200);
    expect(incomplete.body).toContain('Select Full PM');
    expect(incomplete.body).not.toContain(sampleItems['case-studies'].clientName);
    expect(isHit(await get(site, '/'))).toBe(false);
    await site.db.schema.alterTable('away').renameTo('case_studies').execute();
    expect((await get(site, '/')).body).toContain(sampleItems['case-studies'].clientName);
  });

  test.each(['/admin', '/admin/settings', '/admin/login', '/enquiry'])(
    'sends %s with no-store and without an ETag',
    async (url) => {
      const site = getSite();
      await get(site, url);
      const response = await get(site, url);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['cache-status']).toBeUndefined();
      expect(response.headers.etag).toBeUndefined();
    },
  );

  test('shares one 404 page between all unknown paths and never returns 304 for it', async () => {
    const site = await createTestApp();
    const first = await get(site, '/nothing');
    const second = await get(site, '/nothing/else?x=1', { 'if-none-match': readEtag(first) });
    expect([first.statusCode, second.statusCode]).toEqual([404, 404]);
    expect(isHit(second)).toBe(true);
    expect(second.body).toBe(first.body);
    expect((await get(site, '/talent')).statusCode).toBe(200);
  });
});
