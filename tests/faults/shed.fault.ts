import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { exchange } from './exchange';
import { type Fault, outcome } from './fault';

/** Duration of the flood, and the maximum time to recover afterwards. */
const floodSeconds = 12;
const maxRecoveryMs = 5_000;

/** Maximum p99 of health checks and cached pages during the flood: many health checkers give up after a second. */
const maxResponseMs = 1_000;

const json = { 'Content-Type': 'application/json' };
const longBody = JSON.stringify({ companyName: Array.from({ length: 10_000 }, () => ({ a: [] })) });
const guess = JSON.stringify({ password: 'wrong' });

/** The most expensive requests: an uncached page, a long body to parse, a password to hash. */
const expensive: autocannon.Request[] = [
  { path: '/enquiry' },
  { path: '/enquiry' },
  { path: '/enquiry' },
  { path: '/api/leads', method: 'POST', headers: json, body: longBody },
  { path: '/api/auth/admin/login', method: 'POST', headers: json, body: guess },
];

const allowed = new Set([200, 400, 401, 429, 503]);

export default {
  name: 'shed',
  guarantee:
    'Overload: 503 with Retry-After for excess requests, /healthz and cached pages within a second, recovered within 5 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag }) {
    const connections = numberFlag('connections', 600);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    const headers = { 'Accept-Encoding': 'br' };
    // A new connection for each request, because accepting connections is part of what overload delays.
    const get = (path: string) =>
      exchange(server.url + path, { headers, agent: new Agent({ keepAlive: false }) });
    for (let count = 0; count < 20; count += 1) await get('/');
    const problems: string[] = [];
    let isDone = false;
    // In a worker thread, so that the load generator does not delay the measurements here.
    const flooding = (async () => {
      const result = await autocannon({
        url: server.url,
        connections,
        duration: floodSeconds,
        timeout: floodSeconds,
        requests: expensive,
        workers: 1,
      });
      isDone = true;
      return result;
    })();
    const times: number[] = [];
    const checks = ['/healthz', '/'].map(async (path) => {
      while (!isDone) {
        const started = performance.now();
        const { status, error, doneAt } = await get(path);
        if (status !== 200) problems.push(`${path} got ${status ?? error}`);
        times.push(doneAt - started);
        await pause(50);
      }
    });
    const count = (async () => {
      while (!isDone) {
        const { status, error, retryAfter } = await get('/enquiry');
        if (status !== 200 && status !== 503) problems.push(`/enquiry got ${status ?? error}`);
        if (status === 503 && !retryAfter) problems.push('503 without Retry-After');
      }
    })();
    const [{ statusCodeStats = {}, errors, timeouts }] = await Promise.all([
      flooding,
      count,
      ...checks,
    ]);
    const floodedUntil = performance.now();
    let consecutive = 0;
    while (consecutive < 5 && performance.now() - floodedUntil < maxRecoveryMs) {
      consecutive = (await get('/enquiry')).status === 200 ? consecutive + 1 : 0;
    }
    const recoveredMs = performance.now() - floodedUntil;
    if (consecutive < 5) problems.push(`not recovered after ${maxRecoveryMs} ms`);
    if (errors > 0) problems.push(`${errors} without a response, ${timeouts} of them timeouts`);
    // Sign-ins have their own queue, so a 503 alone does not show that pages were shed too.
    if (!server.output().includes('too busy')) problems.push('no page was shed');
    const responses = Object.entries(statusCodeStats).map(
      ([status, { count = 0 }]) => [Number(status), count] as const,
    );
    for (const [status] of responses) if (!allowed.has(status)) problems.push(`got ${status}`);
    const total = responses.reduce((sum, [, count]) => sum + count, 0);
    const shed = statusCodeStats['503']?.count ?? 0;
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    if (p99 > maxResponseMs)
      problems.push(`p99 of /healthz and cached pages ${Math.round(p99)} ms`);
    return outcome(
      problems,
      `${connections} connections: ${total} responses, ${shed} of them 503; /healthz and cached pages 200 with a p99 of ${Math.round(p99)} ms; recovered after ${Math.round(recoveredMs)} ms`,
    );
  },
} satisfies Fault;
