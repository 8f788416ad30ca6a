import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startServer } from '../server-process';
import { exchange } from './exchange';
import { type Fault, outcome } from './fault';

/** Seconds that the flood lasts, and milliseconds in which the site is itself again afterwards. */
const flood = 12;
const recovery = 5_000;

/** Milliseconds that a check of the health or a kept page may take in it: many give up after a second. */
const longest = 1_000;

const json = { 'Content-Type': 'application/json' };
const longBody = JSON.stringify({ companyName: Array.from({ length: 10_000 }, () => ({ a: [] })) });
const guess = JSON.stringify({ password: 'wrong' });

/** What costs most: a page that is made anew each time, a long body that is parsed, a password. */
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
  promise:
    'More work than the process can do: 503 with Retry-After for the rest, /healthz and kept pages within a second, well again at once',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const connections = number('connections', 600);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    afterwards(() => server.kill());
    const headers = { 'Accept-Encoding': 'br' };
    // Each on a connection of its own, as of who comes anew: those have to be accepted first.
    const ask = (path: string) =>
      exchange(server.url + path, { headers, agent: new Agent({ keepAlive: false }) });
    for (let visits = 0; visits < 20; visits += 1) await ask('/');
    const wrong: string[] = [];
    let isOver = false;
    // In a thread of its own: what is measured here is how late the server is, not its visitors.
    const flooding = (async () => {
      const result = await autocannon({
        url: server.url,
        connections,
        duration: flood,
        timeout: flood,
        requests: expensive,
        workers: 1,
      });
      isOver = true;
      return result;
    })();
    const times: number[] = [];
    const watching = ['/healthz', '/'].map(async (path) => {
      while (!isOver) {
        const started = performance.now();
        const { status, error, doneAt } = await ask(path);
        if (status !== 200) wrong.push(`${path} answered ${status ?? error}`);
        times.push(doneAt - started);
        await pause(50);
      }
    });
    const visiting = (async () => {
      while (!isOver) {
        const { status, error, retryAfter } = await ask('/enquiry');
        if (status !== 200 && status !== 503) wrong.push(`/enquiry answered ${status ?? error}`);
        if (status === 503 && !retryAfter) wrong.push('503 without Retry-After');
      }
    })();
    const [{ statusCodeStats = {}, errors, timeouts }] = await Promise.all([
      flooding,
      visiting,
      ...watching,
    ]);
    const floodedUntil = performance.now();
    let inOrder = 0;
    while (inOrder < 5 && performance.now() - floodedUntil < recovery) {
      inOrder = (await ask('/enquiry')).status === 200 ? inOrder + 1 : 0;
    }
    const took = performance.now() - floodedUntil;
    if (inOrder < 5) wrong.push(`not well again after ${recovery} ms`);
    if (errors > 0) wrong.push(`${errors} without an answer, ${timeouts} of them timeouts`);
    // Sign-ins have a queue of their own; what counts is that pages were turned away as well.
    if (!server.output().includes('too busy')) wrong.push('nothing was turned away');
    const answers = Object.entries(statusCodeStats).map(
      ([status, { count = 0 }]) => [Number(status), count] as const,
    );
    for (const [status] of answers) if (!allowed.has(status)) wrong.push(`answered ${status}`);
    const total = answers.reduce((sum, [, count]) => sum + count, 0);
    const turnedAway = statusCodeStats['503']?.count ?? 0;
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    if (p99 > longest) wrong.push(`p99 of /healthz and kept pages ${Math.round(p99)} ms`);
    return outcome(
      wrong,
      `${connections} connections: ${total} answers, ${turnedAway} of them 503; /healthz and kept pages 200 with a p99 of ${Math.round(p99)} ms; well again after ${Math.round(took)} ms`,
    );
  },
} satisfies Fault;
