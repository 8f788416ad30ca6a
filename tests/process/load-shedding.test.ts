import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type ExchangeOptions, exchange } from '../faults/exchange';
import { sampleLead } from '../support/samples';
import { shareServer } from '../support/test-resources';

const getServer = shareServer({ DEMO_CONTENT: 'false' });

/** Sends a request on a new connection, as a new client does. */
const request = (path: string, options: ExchangeOptions = {}) =>
  exchange(getServer().url + path, { agent: new Agent(), ...options });

describe('load shedding', () => {
  test('does not start at 150 concurrent page requests or 300 concurrent leads', async () => {
    const leadRequest = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sampleLead),
    };
    const pages = await Promise.all(Array.from({ length: 150 }, () => request('/enquiry')));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    const leads = await Promise.all(
      Array.from({ length: 300 }, () => request('/api/leads', leadRequest)),
    );
    expect(new Set(leads.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('rejects excess requests with 503 and Retry-After, and keeps serving cached pages and health checks', async () => {
    const brotli = { headers: { 'Accept-Encoding': 'br' } };
    for (let visits = 0; visits < 5; visits += 1) await request('/', brotli);
    let isDone = false;
    const flood = Array.from({ length: 700 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const responses = [];
      while (!isDone) responses.push(await request('/enquiry', { agent }));
      agent.destroy();
      return responses;
    });
    await expect.poll(getServer().output).toContain('too busy');
    for (let visits = 0; visits < 20; visits += 1) {
      for (const path of ['/healthz', '/readyz?exclude=database,disk', '/']) {
        const started = performance.now();
        const { status, doneAt } = await request(path, brotli);
        expect(status).toBe(200);
        // Usually some 10 ms. A request that queued behind the flood would take as long as the flood lasts.
        expect(doneAt - started).toBeLessThan(3_000);
      }
    }
    isDone = true;
    const responses = (await Promise.all(flood)).flat();
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const rejected = responses.filter(({ status }) => status === 503);
    expect(new Set(rejected.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
    expect((await request('/enquiry')).status).toBe(200);
  });
});
