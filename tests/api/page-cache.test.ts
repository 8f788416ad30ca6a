import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../src/app/build-app.server';
import { openDatabase } from '../../src/lib/database.server';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;
type Answer = Awaited<ReturnType<Site['visitor']>>;

const get = ({ app }: Pick<Site, 'app'>, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers });

const isHit = (answer: Answer) => answer.headers['cache-status'] === 'pages; hit';
const tagOf = (answer: Answer) => String(answer.headers.etag);

/** Asks until the page comes in brotli, which is made after it was asked for twice. */
async function inBrotli(site: Site, url: string): Promise<Answer> {
  const ask = () => get(site, url, { 'accept-encoding': 'gzip, br' });
  await vi.waitUntil(async () => (await ask()).headers['content-encoding'] === 'br', 10_000);
  return ask();
}

/** A second process on the same database, as far as it can be had in one. */
async function secondProcess({ environment, adminCookie }: Site) {
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

describe('a page that was rendered once', () => {
  test('is the same bytes the second time, and was not rendered again', async () => {
    const site = await testApp();
    const first = await get(site, '/');
    const second = await get(site, '/');
    expect(first.headers['cache-status']).toMatch(/^pages; fwd=miss/);
    expect(isHit(second)).toBe(true);
    expect(second.body).toBe(first.body);
    expect(tagOf(second)).toBe(tagOf(first));
    expect(second.headers['cache-control']).toBe('no-cache');
    expect(second.headers.vary).toContain('Accept-Encoding');
  });

  test('gives the same bytes when it is rendered anew with the same content', async () => {
    const site = await testApp();
    const first = await get(site, '/');
    const { app } = await secondProcess(site);
    expect(tagOf(await get({ app }, '/'))).toBe(tagOf(first));
  });

  test('is not sent to who has it already, in whatever encoding', async () => {
    const site = await testApp();
    const plain = await get(site, '/');
    const small = await inBrotli(site, '/');
    for (const tag of [
      tagOf(plain),
      tagOf(small),
      `W/${tagOf(plain)}`,
      `"other", ${tagOf(plain)}`,
    ]) {
      const answer = await get(site, '/', { 'if-none-match': tag, 'accept-encoding': 'br' });
      expect(answer.statusCode, tag).toBe(304);
      expect(answer.body).toBe('');
      expect(tag).toContain(tagOf(answer));
      expect(answer.headers.vary).toContain('Accept-Encoding');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    expect((await get(site, '/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('comes in the encoding that was asked for, each with a tag of its own', async () => {
    const site = await testApp();
    const { body } = await get(site, '/');
    const gzip = await get(site, '/', { 'accept-encoding': 'gzip' });
    const brotli = await inBrotli(site, '/');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
    const plain = await get(site, '/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(new Set([plain, gzip, brotli].map(tagOf)).size).toBe(3);
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
    ['br; q=0.2, gzip; q=1', 'br'],
    [';;,=,q', undefined],
  ])('knows what "%s" takes', async (header, expected) => {
    const site = await testApp();
    await inBrotli(site, '/');
    const answer = await get(site, '/', { 'accept-encoding': header });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(expected);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const site = await testApp();
    const page = await get(site, '/');
    const head = await site.visitor('HEAD', '/');
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
      expect(head.headers[name], name).toBe(page.headers[name]);
    }
  });
});

describe('the query', () => {
  test('makes no page of its own by what the page does not read', async () => {
    const site = await testApp();
    const page = await get(site, '/talent');
    for (const query of ['utm_source=mail&gclid=1', 'fbclid=<script>', '__proto__=1', '&&=', '%']) {
      const answer = await get(site, `/talent?${query}`);
      expect(isHit(answer), query).toBe(true);
      expect(answer.body).toBe(page.body);
    }
    await get(site, '/');
    expect(isHit(await get(site, '/?role=Receptionist'))).toBe(true);
  });

  test('makes one by what the page reads, in whatever order it stands', async () => {
    const site = await testApp();
    await site.admin('POST', '/api/talents', sampleItems.talents);
    const all = await get(site, '/talent');
    const narrowed = await get(site, '/talent?role=Operations%20Manager&page=2&utm_source=x');
    expect(isHit(narrowed)).toBe(false);
    expect(all.body).toContain('Showing 1 professional(s)');
    expect(narrowed.body).toContain('Showing 0 professional(s)');
    expect(narrowed.body).not.toContain('utm_source');
    expect(isHit(await get(site, '/talent?page=2&role=Operations+Manager'))).toBe(true);
  });

  test.each([
    ['/talent', '/talent?role=Nobody&skills=%00&page=0'],
    ['/talent?role=Receptionist&page=2', '/talent?page=02&role=%52ECEPTIONIST&role=receptionist'],
    ['/talent?shortlist=1', '/talent?shortlist=anything&page=7'],
    ['/schedule', '/schedule?embed=2&embed=1'],
  ])('shares the page of %s with %s', async (first, second) => {
    const site = await testApp();
    const { body } = await get(site, first);
    const other = await get(site, second);
    expect(isHit(other)).toBe(true);
    expect(other.body).toBe(body);
  });

  test('of a thousand kinds pushes out neither the home page nor the talent page', async () => {
    const site = await testApp();
    await get(site, '/');
    await get(site, '/talent');
    for (let page = 2; page < 1_002; page += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => get(site, `/talent?page=${page + index}`)),
      );
    }
    expect(isHit(await get(site, '/'))).toBe(true);
    expect(isHit(await get(site, '/talent'))).toBe(true);
    // The room is bounded: the first have made place for the last.
    expect(isHit(await get(site, '/talent?page=2'))).toBe(false);
    expect(isHit(await get(site, '/talent?page=1001'))).toBe(true);
  }, 60_000);
});

describe('a change of the content', () => {
  test('by the admin is in the very next answer, whatever was changed', async () => {
    const site = await testApp();
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
    const { body } = await get(site, '/', { 'if-none-match': tagOf(changed) });
    expect(body.indexOf('Select Z')).toBeLessThan(body.indexOf('Select Whole PM'));
    await admin('DELETE', `/api/packages/${id}`);
    expect((await get(site, '/')).body).not.toContain('Whole PM');
  });

  test('while a page is being rendered leaves no old page behind', async () => {
    const site = await testApp();
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

  test('by another process is there within a second', async () => {
    const site = await testApp();
    const other = await secondProcess(site);
    await get(site, '/');
    expect(isHit(await get(site, '/'))).toBe(true);
    await other.admin('POST', '/api/packages', sampleItems.packages);
    expect((await get(other, '/')).body).toContain('Select Full PM');
    await expect
      .poll(async () => (await get(site, '/')).body, { timeout: 1_500, interval: 50 })
      .toContain('Select Full PM');
  });
});

test('many who ask for a page that nobody has asked for before share one render', async () => {
  const site = await testApp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(site, '/')));
  const rendered = answers.filter(
    ({ headers }) => !/hit|collapsed/.test(String(headers['cache-status'])),
  );
  expect(rendered).toHaveLength(1);
  expect(new Set(answers.map(tagOf)).size).toBe(1);
});

test('a page that lacks a list is not kept', async () => {
  const site = await testApp();
  await site.admin('POST', '/api/talents', sampleItems.talents);
  await site.db.schema.alterTable('talents').renameTo('away').execute();
  const lacking = await get(site, '/');
  expect(lacking.statusCode).toBe(200);
  expect(lacking.body).not.toContain('Marisol Vega');
  expect(isHit(await get(site, '/'))).toBe(false);
  await site.db.schema.alterTable('away').renameTo('talents').execute();
  expect((await get(site, '/')).body).toContain('Marisol Vega');
});

test.each(['/admin', '/admin/login', '/enquiry'])('%s is kept by nobody', async (url) => {
  const site = await testApp();
  await get(site, url);
  const answer = await get(site, url);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['cache-status']).toBeUndefined();
  expect(answer.headers.etag).toBeUndefined();
});

test('the 404 page is one page for all addresses, and stays a 404', async () => {
  const site = await testApp();
  const first = await get(site, '/nothing');
  const second = await get(site, '/nothing/else?x=1', { 'if-none-match': tagOf(first) });
  expect([first.statusCode, second.statusCode]).toEqual([404, 404]);
  expect(isHit(second)).toBe(true);
  expect(second.body).toBe(first.body);
  expect((await get(site, '/talent')).statusCode).toBe(200);
});
