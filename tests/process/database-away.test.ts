import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { createProxiedSettings, startTestServer } from '../support/test-resources';

describe('PostgreSQL outage', () => {
  test.each(['freeze', 'cut'] as const)(
    'requests fail with 503 within two seconds (%s), and succeed within ten seconds after its end; its begin is logged once, its end with the number of failures',
    async (fault) => {
      const { proxy, settings } = await createProxiedSettings();
      const server = await startTestServer(settings);
      const api = new ApiClient(server.url);
      expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
      // Enough concurrent requests that every pool connection is in use and some requests wait for one.
      const pending = Promise.all(Array.from({ length: 30 }, () => api.get('/api/talents')));
      proxy[fault]();
      await pending;
      const requests = [
        () => api.post('/api/leads', sampleLead),
        () => api.get('/api/talents'),
        () => api.get('/api/auth/admin/check', { cookie: 'session=x' }),
      ];
      for (const sendRequest of requests) {
        const started = performance.now();
        const response = await sendRequest();
        expect(performance.now() - started).toBeLessThan(2_000);
        expect(response.status).toBe(503);
        expect(response.body).toMatchObject({ code: 'unavailable' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // A plain form is shown again with what was typed, although this page was never shown before.
      const form = new URLSearchParams({ companyName: 'Typed In An Outage', email: 'olga@' });
      const page = await fetch(new URL('/enquiry', server.url), { method: 'POST', body: form });
      expect(page.status).toBe(503);
      expect(await page.text()).toContain('value="Typed In An Outage"');
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
      await expect.poll(server.output).toContain('storage is available again');
      expect((await server.stop()).code).toBe(0);
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; msg: string; failures?: number });
      const errors = lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
      // A connection that was frozen can fail once more, after the end.
      expect(fault === 'cut' ? errors : errors.slice(0, 1)).toEqual(['storage is unavailable']);
      const end = lines.find(({ msg }) => msg === 'storage is available again');
      expect(end?.failures).toBeGreaterThanOrEqual(requests.length);
    },
  );
});
