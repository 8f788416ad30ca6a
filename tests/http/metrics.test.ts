import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort, listenOnFreePort } from '../support/free-port';
import { createMailSite } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const token = 'a-token-of-16-letters';

/** Reads a value; undefined if there is none. */
function findValue(metrics: string, series: string): number | undefined {
  const line = metrics.split('\n').find((entry) => entry.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Starts a site on a real port, because injected requests are not measured. */
async function startSite() {
  const { app } = await createTestApp({ METRICS_TOKEN: token });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const readMetrics = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/metrics`, { headers });
    return response.text();
  };
  return { url, readMetrics };
}

describe('/metrics', () => {
  const getSite = shareSite(startSite);

  test('returns 404 unless a setting turns it on', async () => {
    const { app } = await createTestApp();
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  test.each([
    ['no token', {}],
    ['a wrong token', { Authorization: 'Bearer another' }],
    ['the token without its scheme', { Authorization: token }],
  ])('responds with 401 to %s', async (_, headers) => {
    const { url } = getSite();
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(401);
  });

  test('counts requests by method, route and status, without URLs', async () => {
    const { url, readMetrics } = getSite();
    await fetch(`${url}/api/talents/7c3e?secret=1`);
    await fetch(`${url}/healthz`);
    const metrics = await readMetrics();
    const health =
      'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/healthz",http_response_status_code="200"}';
    expect(findValue(metrics, health)).toBe(1);
    expect(metrics).not.toContain('secret');
    expect(metrics).not.toContain('7c3e');
  });

  test.each(['/api/leads', '/enquiry'])(
    'counts the failures of POST %s from 0, so that the first one is an increase',
    async (route) => {
      const { app } = await createTestApp({ METRICS_TOKEN: token });
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await app.inject({ url: '/metrics', headers });
      for (const status of [500, 503]) {
        const labels = `http_request_method="POST",http_route="${route}",http_response_status_code="${status}"`;
        expect(findValue(body, `http_server_request_duration_seconds_count{${labels}}`)).toBe(0);
      }
    },
  );

  test('counts the pages that the fast path serves', async () => {
    const { url, readMetrics } = getSite();
    const headers = { 'Accept-Encoding': 'br' };
    const name =
      'crewbridge_fast_path_responses_total{http_route="/privacy",http_response_status_code="200"}';
    // The fast path serves a page once its compressed copy is ready.
    await expect
      .poll(async () => {
        await (await fetch(`${url}/privacy`, { headers })).text();
        return findValue(await readMetrics(), name);
      })
      .toBeGreaterThan(0);
    const metrics = await readMetrics();
    const hits = findValue(metrics, 'crewbridge_cache_lookups_total{result="fast-path-hit"}');
    expect(hits).toBe(findValue(metrics, name));
  });

  test('moves to a port of its own, where it needs no token', async () => {
    const port = await freePort();
    const { app } = await createTestApp({ METRICS_PORT: String(port), HOST: '127.0.0.1' });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const metrics = await response.text();
    expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(findValue(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(findValue(metrics, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('stops the start when its port is in use', async () => {
    const blocker = createServer();
    const port = await listenOnFreePort(blocker);
    onTestFinished(() => {
      blocker.close();
    });
    const { app } = await createTestApp({ METRICS_PORT: String(port), HOST: '127.0.0.1' });
    await expect(app.ready()).rejects.toThrow('EADDRINUSE');
  });
});

describe('crewbridge_outbox_oldest_due_age_seconds', () => {
  /** Starts a site with mail. `sendEarlier` makes inquiries look as if they were sent an hour ago. */
  async function createSite() {
    const site = await createMailSite({}, { METRICS_TOKEN: token });
    const { visitor, db } = site;
    async function sendEarlier(count: number) {
      for (let sent = 0; sent < count; sent += 1) await visitor('POST', '/api/leads', sampleLead);
      const createdAt = new Date(Date.now() - 3_600_000).toISOString();
      await db.updateTable('outbox').set({ createdAt }).execute();
    }
    async function readAge() {
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await visitor('GET', '/metrics', undefined, headers);
      return findValue(body, 'crewbridge_outbox_oldest_due_age_seconds');
    }
    return { ...site, sendEarlier, readAge };
  }

  test('is the age of an email that fails, although each attempt makes it due later', async () => {
    const { smtp, sendEarlier, readAge } = await createSite();
    smtp.fail(10_000);
    await sendEarlier(1);
    await expect.poll(readAge).toBeGreaterThanOrEqual(3_600);
  });

  test('is 0 while an email waits for the end of a limit', async () => {
    const { sendEarlier, readAge, waitForDeliveries, readOutbox } = await createSite();
    await sendEarlier(6);
    await waitForDeliveries();
    expect((await readOutbox()).filter(({ status }) => status === 'pending')).toHaveLength(1);
    expect(await readAge()).toBe(0);
  });
});
