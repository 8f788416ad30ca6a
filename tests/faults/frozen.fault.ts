import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { query } from '../support/postgres-client';
import { sampleLead } from '../support/samples';
import { type Fault, outcome } from './fault';

/** Milliseconds within which requests fail, and within which the site recovers. */
const maxMs = { response: 2_000, recovery: 10_000 } as const;

const readParentPid = (pid: string): number =>
  Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

/** Finds PostgreSQL's main process with its children, and the backend of one of our connections. */
async function listPostgresProcesses(url: string): Promise<{ backend: number; all: number[] }> {
  const rows = await query(
    url,
    "select pid from pg_stat_activity where application_name = 'crewbridge' limit 1",
  );
  const backend: number | undefined = rows[0]?.pid;
  if (backend === undefined) throw new Error('The server has no connection to its database.');
  const main = readParentPid(String(backend));
  const children = readdirSync('/proc').filter(
    (name) =>
      /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && readParentPid(name) === main,
  );
  return { backend, all: [main, ...children.map(Number)] };
}

/** Sends requests that need the database, and reports every response that is not a fast, clear 503. */
async function checkUnavailable(api: ApiClient): Promise<{ problems: string[]; slowest: number }> {
  const problems: string[] = [];
  let slowest = 0;
  for (const call of [() => api.post('/api/leads', sampleLead), () => api.get('/api/talents')]) {
    const startedAt = performance.now();
    const { status, headers } = await call();
    slowest = Math.max(slowest, performance.now() - startedAt);
    if (status !== 503) problems.push(`got ${status}`);
    if (!(Number(headers.get('retry-after')) > 0)) problems.push('no Retry-After');
  }
  if (slowest > maxMs.response) problems.push(`responded after ${Math.round(slowest)} ms`);
  if ((await api.get('/healthz')).status !== 200) problems.push('/healthz is not 200');
  return { problems, slowest };
}

/** Returns the milliseconds until an inquiry is stored again. */
async function measureRecovery(api: ApiClient): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { status } = await api.post('/api/leads', sampleLead);
    const tookMs = performance.now() - startedAt;
    if (status === 201 || tookMs > maxMs.recovery) return tookMs;
    await pause(50);
  }
}

export default {
  name: 'frozen',
  guarantee:
    'PostgreSQL freezes (SIGSTOP), then crashes and restarts: 503 within 2 s, /healthz 200, recovered within 10 s',
  engines: ['postgres'],
  async run({ newDatabase, startServer }) {
    if (!existsSync('/proc/self/stat')) return { skipped: 'needs /proc' };
    const env = await newDatabase();
    const server = await startServer(env);
    const api = new ApiClient(server.url);
    const problems: string[] = [];
    if ((await measureRecovery(api)) > maxMs.response)
      problems.push('could not store an inquiry at first');

    const { all } = await listPostgresProcesses(env.DATABASE_URL ?? '');
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      // The backend of our own query has ended meanwhile.
      for (const pid of all) if (existsSync(`/proc/${pid}`)) process.kill(pid, name);
    };
    signal('SIGSTOP');
    const { problems: badResponses, slowest } = await checkUnavailable(api).finally(() =>
      signal('SIGCONT'),
    );
    problems.push(...badResponses);
    const thawedMs = await measureRecovery(api);
    if (thawedMs > maxMs.recovery) problems.push('did not recover after the freeze');

    // A crash of one backend makes PostgreSQL restart all of them and recover from the WAL.
    const { backend } = await listPostgresProcesses(env.DATABASE_URL ?? '');
    process.kill(backend, 'SIGKILL');
    const restartedMs = await measureRecovery(api);
    if (restartedMs > maxMs.recovery) problems.push('did not recover after the restart');
    if ((await server.stop()).code !== 0) problems.push('the exit code is not 0');
    return outcome(
      problems,
      `503 after ${Math.round(slowest)} ms, recovered after ${Math.round(thawedMs)} ms; after a crash ${Math.round(restartedMs)} ms`,
    );
  },
} satisfies Fault;
