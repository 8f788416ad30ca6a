import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../server-process';
import { type Exchange, type ExchangeOptions, exchange } from './exchange';
import { type Fault, outcome } from './fault';

/** Milliseconds that the flood lasts, and in which the site is itself again afterwards. */
const flood = 12_000;
const recovery = 5_000;

/** What costs most: a page that is made anew each time, a long body that is parsed, a password. */
const expensive: readonly (ExchangeOptions & { path: string })[] = [
  { path: '/enquiry' },
  { path: '/enquiry' },
  { path: '/enquiry' },
  {
    path: '/api/leads',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ companyName: Array.from({ length: 10_000 }, () => ({ a: [] })) }),
  },
  {
    path: '/api/auth/admin/login',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: 'wrong' }),
  },
];

const allowed = new Set([200, 400, 401, 429, 503]);

export default {
  name: 'shed',
  promise:
    'More work than the process can do: 503 with Retry-After for the rest, /healthz and kept pages go on, well again at once',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const connections = number('connections', 600);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    afterwards(() => server.kill());
    const kept = { path: '/', headers: { 'Accept-Encoding': 'br' } };
    const ask = ({ path, ...options }: ExchangeOptions & { path: string }) =>
      exchange(server.url + path, options);
    for (let visits = 0; visits < 20; visits += 1) await ask(kept);
    const wrong: string[] = [];
    const until = performance.now() + flood;
    const isOver = () => performance.now() > until;
    const answers: Exchange[] = [];
    const flooding = Array.from({ length: connections }, async (_, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const request = expensive[index % expensive.length] ?? kept;
      while (!isOver()) answers.push(await ask({ ...request, agent }));
      agent.destroy();
    });
    const times: number[] = [];
    const watching = ['/healthz', '/'].map(async (path) => {
      while (!isOver()) {
        const started = performance.now();
        const { status, error } = await ask({ ...kept, path });
        if (status !== 200) wrong.push(`${path} answered ${status ?? error}`);
        times.push(performance.now() - started);
        await pause(50);
      }
    });
    await Promise.all([...flooding, ...watching]);
    const floodedUntil = performance.now();
    let inOrder = 0;
    while (inOrder < 5 && performance.now() - floodedUntil < recovery) {
      inOrder = (await ask({ path: '/enquiry' })).status === 200 ? inOrder + 1 : 0;
    }
    const took = performance.now() - floodedUntil;
    if (inOrder < 5) wrong.push(`not well again after ${recovery} ms`);

    const turnedAway = answers.filter(({ status }) => status === 503);
    const blunt = turnedAway.filter(({ retryAfter }) => !retryAfter);
    if (blunt.length > 0) wrong.push(`${blunt.length} times 503 without Retry-After`);
    // Sign-ins have a queue of their own; what counts is that pages were turned away as well.
    if (!server.output().includes('too busy')) wrong.push('nothing was turned away');
    for (const { status, error } of answers) {
      if (status === undefined || !allowed.has(status)) wrong.push(`answered ${status ?? error}`);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    return outcome(
      wrong,
      `${connections} connections: ${answers.length} answers, ${turnedAway.length} of them 503; /healthz and kept pages 200 with a p99 of ${Math.round(p99)} ms; well again after ${Math.round(took)} ms`,
    );
  },
} satisfies Fault;
