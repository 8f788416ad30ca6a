import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** A site that listens: what stands in front of the routes is not met by injected requests. */
async function listening() {
  const site = await testApp();
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      request(url + path, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      })
        .once('error', reject)
        .end();
    });
  /** Asks until the answer is one that is kept in brotli. */
  const warm = (path: string) =>
    vi.waitUntil(async () => {
      const { headers } = await get(path);
      return headers['content-encoding'] === 'br' && /hit/.test(String(headers['cache-status']));
    }, 10_000);
  return { ...site, get, warm };
}

const lasting = ({ headers }: Answer) => {
  const { date: _date, ...others } = headers;
  return others;
};

test.each(['/', '/talent', '/api/packages'])(
  '%s is the same, headers and all, however often it was asked for',
  async (path) => {
    const { get, warm, app } = await listening();
    await warm(path);
    // Injected, it goes the whole way.
    const whole = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.body.equals(whole.rawPayload)).toBe(true);
      for (const [name, value] of Object.entries(whole.headers)) {
        if (['date', 'connection'].includes(name)) continue;
        expect(answer.headers[name], name).toBe(String(value));
      }
    }
    expect(lasting(await get(path))).toEqual(lasting(await get(path)));
  },
);

test('who has it already gets 304, with the headers but the content', async () => {
  const { get, warm } = await listening();
  await warm('/');
  const { headers } = await get('/');
  const known = { 'if-none-match': String(headers.etag) };
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await get('/', known);
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers.etag).toBe(headers.etag);
    expect(answer.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(answer.headers['content-type']).toBeUndefined();
  }
});

test('a change is in the very next answer', async () => {
  const { get, warm, admin } = await listening();
  await warm('/');
  await warm('/api/packages');
  await admin('POST', '/api/packages', sampleItems.packages);
  const page = await get('/', { 'accept-encoding': 'identity' });
  expect(page.body.toString()).toContain('Select Full PM');
  await warm('/api/packages');
  const list = JSON.parse(brotliDecompressSync((await get('/api/packages')).body).toString());
  expect(list).toHaveLength(1);
});

test('the admin reads the database, whatever is kept', async () => {
  const { get, warm, adminCookie } = await listening();
  await warm('/api/packages');
  const answer = await get('/api/packages', { cookie: await adminCookie() });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('who takes no brotli gets what they take', async () => {
  const { get, warm } = await listening();
  await warm('/');
  const plain = await get('/', { 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toContain('<!doctype html>');
});
