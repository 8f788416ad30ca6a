import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { startTcpProxy } from '../support/tcp-proxy';
import { createTestSettings, startTestServer } from '../support/test-resources';

/** Starts a site that reaches its database through a TCP proxy. */
async function startSiteBehindProxy() {
  const { DATA_DIR, DATABASE_URL = '' } = await createTestSettings('postgres');
  const url = new URL(DATABASE_URL);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const server = await startTestServer({ DATA_DIR, DATABASE_URL: url.href });
  onTestFinished(proxy.close);
  return { proxy, api: new ApiClient(server.url), server };
}

describe('PostgreSQL outage', () => {
  test.each(['freeze', 'cut'] as const)(
    'requests fail with 503 within two seconds (%s), and succeed within ten seconds after the connection is back',
    async (fault) => {
      const { proxy, api, server } = await startSiteBehindProxy();
      expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
      // Enough concurrent requests that every pool connection is in use and some requests wait for one.
      const pending = Promise.all(Array.from({ length: 30 }, () => api.get('/api/talents')));
      proxy[fault]();
      await pending;
      for (const sendRequest of [
        () => api.post('/api/leads', sampleLead),
        () => api.get('/api/talents'),
        () => api.get('/api/auth/admin/check', { cookie: 'session=x' }),
      ]) {
        const started = performance.now();
        const response = await sendRequest();
        expect(performance.now() - started).toBeLessThan(2_000);
        expect(response.status).toBe(503);
        expect(response.body).toMatchObject({ code: 'unavailable' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      for (const path of ['/healthz', '/readyz?exclude=database,disk'])
        expect((await api.get(path)).status, path).toBe(200);

      proxy.open();
      const deadline = Date.now() + 10_000;
      let status = 0;
      while (status !== 201 && Date.now() < deadline) {
        ({ status } = await api.post('/api/leads', sampleLead));
        if (status !== 201) await pause(100);
      }
      expect(status).toBe(201);
      expect((await server.stop()).code).toBe(0);
    },
  );
});
