import { describe, expect, test } from 'vitest';
import { createLoggedSite } from '../support/logged-site';

/** Starts a site on a real port, because injected requests are not logged. */
async function startSite(settings: Record<string, string>) {
  const { app, entries } = await createLoggedSite(settings);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, entries, listRequests: () => entries.filter(({ msg }) => msg === 'request') };
}

describe('ACCESS_LOG', () => {
  test('logs the route, status and id of a request, and nothing that a visitor typed', async () => {
    const { url, listRequests } = await startSite({ ACCESS_LOG: 'true' });
    const response = await fetch(`${url}/api/leads/visitor7/history?email=visitor7@acme.example`, {
      headers: { 'User-Agent': 'visitor7 browser' },
    });
    await expect.poll(listRequests).toHaveLength(1);
    expect(listRequests()).toMatchObject([
      {
        reqId: response.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/leads/:id/history',
        status: response.status,
        durationMs: expect.any(Number),
      },
    ]);
    for (const text of ['visitor7', '127.0.0.1']) {
      expect(JSON.stringify(listRequests())).not.toContain(text);
    }
  });

  test('logs the responses that the fast path sends', async () => {
    const { url, listRequests } = await startSite({ ACCESS_LOG: 'true' });
    const requestList = async () => {
      const response = await fetch(`${url}/api/talents`, { headers: { 'Accept-Encoding': 'br' } });
      await response.text();
      return response.headers.get('x-request-id');
    };
    // The fast path measures no duration, and begins once the list is compressed.
    const listFastRequests = () => listRequests().filter(({ durationMs }) => !durationMs);
    await expect
      .poll(async () => {
        await requestList();
        return listFastRequests().length;
      })
      .toBeGreaterThan(0);
    const reqId = await requestList();
    await expect.poll(() => listFastRequests().at(-1)).toMatchObject({ reqId, method: 'GET' });
    expect(listFastRequests().at(-1)).toMatchObject({ route: '/api/talents', status: 200 });
  });

  test('logs no requests by default', async () => {
    const { url, listRequests } = await startSite({});
    await fetch(`${url}/healthz`);
    await fetch(`${url}/healthz`);
    expect(listRequests()).toEqual([]);
  });
});

describe('LOG_LEVEL', () => {
  test('omits less severe lines', async () => {
    const { url, entries } = await startSite({ ACCESS_LOG: 'true', LOG_LEVEL: 'warn' });
    await fetch(`${url}/healthz`);
    await fetch(`${url}/healthz`);
    expect(entries).toEqual([]);
  });
});
