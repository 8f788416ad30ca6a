import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { ApiClient } from '../api-client';
import { type ExchangeOptions, exchange } from '../faults/exchange';
import { sampleItems, sampleLead } from '../samples';
import { adminPassword, startEmptySite } from './empty-site';

async function site() {
  const server = await startEmptySite();
  /** Asks on a connection of its own, like somebody who comes anew. */
  const come = (path: string, options: ExchangeOptions = {}) =>
    exchange(server.url + path, { agent: new Agent(), ...options });
  return { server, come };
}

test('hundreds who come at the same moment are all served', async () => {
  const { come } = await site();
  const enquiry = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleLead),
  };
  const pages = await Promise.all(Array.from({ length: 150 }, () => come('/enquiry')));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  const enquiries = await Promise.all(
    Array.from({ length: 300 }, () => come('/api/leads', enquiry)),
  );
  expect(new Set(enquiries.map(({ status }) => status))).toEqual(new Set([201]));
});

test('in a flood the rest are told to come again, and what costs nothing is answered at once', async () => {
  const { server, come } = await site();
  const kept = { headers: { 'Accept-Encoding': 'br' } };
  for (let visits = 0; visits < 5; visits += 1) await come('/', kept);
  let isOver = false;
  const flooding = Array.from({ length: 700 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    while (!isOver) answers.push(await come('/enquiry', { agent }));
    agent.destroy();
    return answers;
  });
  await expect.poll(server.output, { timeout: 20_000 }).toContain('too busy');
  for (let visits = 0; visits < 20; visits += 1) {
    for (const path of ['/healthz', '/']) {
      const started = performance.now();
      const { status, doneAt } = await come(path, kept);
      expect(status).toBe(200);
      // A few hundredths of a second; as long as the flood lasts if it had to wait for its end.
      expect(doneAt - started).toBeLessThan(3_000);
    }
  }
  isOver = true;
  const answers = (await Promise.all(flooding)).flat();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
  expect((await come('/enquiry')).status).toBe(200);
});

test('requests that have been answered, however, do not count as load', async () => {
  const { server } = await site();
  const visitor = new ApiClient(server.url);
  const owner = new ApiClient(server.url);
  await owner.signIn(adminPassword);
  const { id } = (await owner.post('/api/stats', sampleItems.stats)).body as { id: string };
  // Each way in which an answer can come about, more often than may be at work at once.
  const ways: [status: number, ask: () => Promise<{ status: number }>][] = [
    [200, () => owner.patch(`/api/stats/${id}`, sampleItems.stats)],
    [200, () => visitor.get('/api/docs')],
    [201, () => visitor.post('/api/leads', sampleLead)],
    [400, () => visitor.post('/api/leads', {})],
    [401, () => visitor.get('/api/leads')],
    [404, () => visitor.get('/no-such-page')],
    [404, () => visitor.request('PUT', '/api/leads', {})],
  ];
  for (const [status, ask] of ways) {
    for (let round = 0; round < 45; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    }
  }
});
