import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/test-app';

const proxyId = '4bf92f3577b34da6a3ce929d0e0e4736';

async function requestWithId(id: string, settings?: Record<string, string>) {
  const { app } = await createTestApp(settings);
  const response = await app.inject({ url: '/healthz', headers: { 'x-request-id': id } });
  return response.headers['x-request-id'];
}

describe('X-Request-Id', () => {
  test('is generated for each request', async () => {
    const { app } = await createTestApp();
    const ids = await Promise.all(
      ['/healthz', '/api/talents', '/nothing'].map(
        async (url) => (await app.inject(url)).headers['x-request-id'],
      ),
    );
    for (const id of ids) expect(id).toMatch(/^[\w-]{8}-\w+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is accepted from a trusted proxy, and ignored from any other client', async () => {
    expect(await requestWithId(proxyId, { TRUST_PROXY: '10.0.0.0/8,127.0.0.1' })).toBe(proxyId);
    expect(await requestWithId(proxyId)).not.toBe(proxyId);
    expect(await requestWithId(proxyId, { TRUST_PROXY: '10.0.0.0/8' })).not.toBe(proxyId);
  });

  test.each(['two words', 'x'.repeat(129), '<script>'])('is replaced if it is %j', async (id) => {
    expect(await requestWithId(id, { TRUST_PROXY: '127.0.0.1' })).not.toBe(id);
  });

  test.each([
    ['of the cache', 200, {}],
    ['without a body', 304, { 'If-None-Match': '*' }],
  ])('differs between the responses %s', async (_, status, headers) => {
    const { app } = await createTestApp();
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const ids = new Set<string | null>();
    for (let count = 0; count < 10; count += 1) {
      const response = await fetch(`${url}/privacy`, {
        headers: { 'Accept-Encoding': 'br', ...headers },
      });
      await response.text();
      expect(response.status).toBe(status);
      ids.add(response.headers.get('x-request-id'));
    }
    expect(ids).not.toContain(null);
    expect(ids.size).toBe(10);
  });

  test('from a trusted proxy is also on cached responses', async () => {
    const { app } = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (let count = 0; count < 10; count += 1) {
      const id = `proxy-${count}`;
      const response = await fetch(`${url}/privacy`, {
        headers: { 'Accept-Encoding': 'br', 'X-Request-Id': id },
      });
      await response.text();
      expect(response.headers.get('x-request-id')).toBe(id);
    }
  });
});
