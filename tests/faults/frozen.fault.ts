import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { type Fault, outcome } from './fault';

/** Milliseconds until it is said, and until it is over. */
const bounds = { said: 2_000, back: 10_000 } as const;

const parentOf = (pid: string): number =>
  Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

/** The database's main process and those that it has started: ours, and the connections'. */
async function processesOf(url: string): Promise<{ backend: number; all: number[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'crewbridge' limit 1",
  );
  await client.end();
  const backend = rows[0]?.pid;
  if (backend === undefined) throw new Error('The server has no connection to its database.');
  const main = parentOf(String(backend));
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && parentOf(name) === main,
  );
  return { backend, all: [main, ...children.map(Number)] };
}

/** Asks for what needs the database. @returns what is wrong with how it is refused */
async function refusals(api: ApiClient): Promise<{ wrong: string[]; slowest: number }> {
  const wrong: string[] = [];
  let slowest = 0;
  for (const call of [() => api.post('/api/leads', sampleLead), () => api.get('/api/talents')]) {
    const began = performance.now();
    const { status, headers } = await call();
    slowest = Math.max(slowest, performance.now() - began);
    if (status !== 503) wrong.push(`answered ${status}`);
    if (!(Number(headers.get('retry-after')) > 0)) wrong.push('no Retry-After');
  }
  if (slowest > bounds.said) wrong.push(`said after ${Math.round(slowest)} ms`);
  if ((await api.get('/healthz')).status !== 200) wrong.push('/healthz is not 200');
  return { wrong, slowest };
}

/** @returns milliseconds until an enquiry is stored again */
async function backAfter(api: ApiClient): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { status } = await api.post('/api/leads', sampleLead);
    const took = performance.now() - began;
    if (status === 201 || took > bounds.back) return took;
    await pause(50);
  }
}

export default {
  name: 'frozen',
  promise:
    'PostgreSQL stopped in its tracks (SIGSTOP), then crashed and restarted: 503 within 2 s, /healthz 200, back within 10 s',
  engines: ['postgres'],
  async run({ newDatabase, afterwards }) {
    if (!existsSync('/proc/self/stat')) return { skipped: 'needs /proc' };
    const env = await newDatabase();
    const server = await startServer(env);
    afterwards(() => server.kill());
    const api = new ApiClient(server.url);
    const wrong: string[] = [];
    if ((await backAfter(api)) > bounds.said) wrong.push('did not store at first');

    const { all } = await processesOf(env.DATABASE_URL ?? '');
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      // One that has ended meanwhile (our own question's) is gone.
      for (const pid of all) if (existsSync(`/proc/${pid}`)) process.kill(pid, name);
    };
    signal('SIGSTOP');
    const { wrong: unclear, slowest } = await refusals(api).finally(() => signal('SIGCONT'));
    wrong.push(...unclear);
    const thawed = await backAfter(api);
    if (thawed > bounds.back) wrong.push('not back after the freeze');

    // One that dies takes all with it: the main process starts them anew, from the log.
    const { backend } = await processesOf(env.DATABASE_URL ?? '');
    process.kill(backend, 'SIGKILL');
    const restarted = await backAfter(api);
    if (restarted > bounds.back) wrong.push('not back after the restart');
    if ((await server.stop()).code !== 0) wrong.push('did not end with 0');
    return outcome(
      wrong,
      `said after ${Math.round(slowest)} ms, back after ${Math.round(thawed)} ms; after a crash ${Math.round(restarted)} ms`,
    );
  },
} satisfies Fault;
