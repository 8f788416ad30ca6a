import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

interface ReceivedResponse {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** Starts a site on a real port. Injected requests bypass the handler that serves cached responses. */
async function startListeningSite() {
  const site = await createTestApp();
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<ReceivedResponse>((resolve, reject) => {
      request(url + path, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .once('error', reject)
        .end();
    });
  /** Requests the path until the response is a cache hit in Brotli. */
  const warmCache = (path: string) =>
    expect
      .poll(async () => (await get(path)).headers)
      .toMatchObject({ 'content-encoding': 'br', 'cache-status': expect.stringMatching(/hit/) });
  return { ...site, get, warmCache };
}

describe('cached GET responses', () => {
  test.each(['/', '/talent', '/api/packages'])(
    'serves %s from the cache with the same body and headers as the route itself',
    async (path) => {
      const { get, warmCache, app } = await startListeningSite();
      await warmCache(path);
      // An injected request always runs through Fastify.
      const uncached = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
      for (let round = 0; round < 3; round += 1) {
        const response = await get(path);
        expect(response.status).toBe(200);
        expect(response.body.equals(uncached.rawPayload)).toBe(true);
        for (const [name, value] of Object.entries(uncached.headers)) {
          if (['date', 'connection', 'x-request-id'].includes(name)) continue;
          expect(response.headers[name], name).toBe(String(value));
        }
      }
    },
  );

  test('returns 304 without a body to a client whose ETag matches', async () => {
    const { get, warmCache } = await startListeningSite();
    await warmCache('/');
    const { headers } = await get('/');
    const conditional = { 'if-none-match': String(headers.etag) };
    for (let round = 0; round < 2; round += 1) {
      const response = await get('/', conditional);
      expect(response.status).toBe(304);
      expect(response.body).toHaveLength(0);
      expect(response.headers.etag).toBe(headers.etag);
      expect(response.headers['content-security-policy']).toBe(headers['content-security-policy']);
      expect(response.headers['content-type']).toBeUndefined();
    }
  });

  test('shows an edit in the next response', async () => {
    const { get, warmCache, admin } = await startListeningSite();
    await warmCache('/');
    await warmCache('/api/packages');
    const { headers } = await get('/api/packages');
    await admin('POST', '/api/packages', sampleItems.packages);
    const known = { 'if-none-match': String(headers.etag) };
    expect((await get('/api/packages', known)).status).toBe(200);
    const page = await get('/', { 'accept-encoding': 'identity' });
    expect(page.body.toString()).toContain('Select Full PM');
    await warmCache('/api/packages');
    const list = JSON.parse(brotliDecompressSync((await get('/api/packages')).body).toString());
    expect(list).toHaveLength(1);
  });

  test('bypasses the cache for a signed-in admin, but not for any other cookie', async () => {
    const { get, warmCache, adminCookie } = await startListeningSite();
    await warmCache('/api/packages');
    const cookie = await adminCookie();
    const response = await get('/api/packages', { cookie });
    expect(response.headers['cache-control']).toBe('no-store');
    const forged = await get('/api/packages', { cookie: `${cookie}x` });
    expect(forged.headers['cache-control']).toBe('no-cache');
  });

  test('serves an uncompressed response to a client that does not accept Brotli', async () => {
    const { get, warmCache } = await startListeningSite();
    await warmCache('/');
    const plain = await get('/', { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toContain('<!doctype html>');
  });
});
