import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { browserHeaders } from '../support/browser-headers';
import { lockDatabase, writingRequests } from '../support/lock-database';
import { sampleLead } from '../support/samples';
import type { ServerProcess } from '../support/server-process';
import { type Fault, outcome } from './fault';

/** Rows of the import that is frozen: the maximum. */
const importRows = 5_000;

const importFile = [
  'Company,Contact,Email,Phone',
  ...Array.from({ length: importRows }, (_, row) => `Company ${row},Ann,ann@x${row}.example,`),
].join('\n');

/** Returns whether a connection that does not wait can't write. */
function isLocked(dataDir: string): boolean {
  try {
    lockDatabase(dataDir, 0)();
    return false;
  } catch {
    return true;
  }
}

/** Imports a file through another process, and stops that process while it holds the write lock. */
async function freezeDuringImport(server: ServerProcess, dataDir: string): Promise<() => void> {
  const owner = new ApiClient(server.url);
  await owner.signIn();
  const csv = { 'Content-Type': 'text/csv' };
  owner
    .request('POST', '/api/leads/import?duplicates=import', Buffer.from(importFile), csv)
    .catch(() => {});
  for (let tries = 0; tries < 10_000; tries += 1) {
    if (isLocked(dataDir)) {
      process.kill(server.pid, 'SIGSTOP');
      if (isLocked(dataDir)) return () => process.kill(server.pid, 'SIGCONT');
      process.kill(server.pid, 'SIGCONT');
    }
    await pause(1);
  }
  throw new Error('The import never held the lock.');
}

export default {
  name: 'locked',
  guarantee:
    'Another process holds the write lock: 503 for writes, health checks and cached pages go on, writes succeed soon after its end',
  engines: ['sqlite'],
  async run({ newDatabase, startServer, numberFlag }) {
    const lockMs = numberFlag('lock', 12) * 1_000;
    const problems: string[] = [];
    let slowest = 0;
    let refused = 0;
    for (const holder of ['a foreign lock', 'a frozen process'] as const) {
      for (const [name, [method, path, body]] of Object.entries(writingRequests)) {
        const title = `${name} during ${holder}`;
        const env = await newDatabase();
        const server = await startServer(env);
        const api = new ApiClient(server.url);
        await api.get('/');
        let release: () => void;
        if (holder === 'a foreign lock') release = lockDatabase(env.DATA_DIR);
        else {
          const second = await startServer(env);
          release = await freezeDuringImport(second, env.DATA_DIR);
        }
        const end = performance.now() + lockMs;
        const writing = (async () => {
          while (performance.now() < end) {
            const { status } = await api.request(method, path, body, browserHeaders);
            if (status === 503) refused += 1;
            else problems.push(`${title}: ${status}`);
          }
        })();
        while (performance.now() < end) {
          for (const url of ['/healthz', '/']) {
            const startedAt = performance.now();
            const { status } = await api.get(url);
            slowest = Math.max(slowest, performance.now() - startedAt);
            if (status !== 200) problems.push(`${title}: ${url} got ${status}`);
          }
          await pause(100);
        }
        await writing;
        release();
        // A process that goes on finishes its import first.
        while (isLocked(env.DATA_DIR)) await pause(50);
        const { status } = await api.post('/api/leads', sampleLead, browserHeaders);
        if (status !== 201) problems.push(`${title}: an inquiry afterwards got ${status}`);
        // The result of a probe is kept for a second.
        await pause(1_000);
        if ((await api.get('/readyz')).status !== 200) problems.push(`${title}: not ready again`);
        await server.stop();
      }
    }
    if (slowest > 1_000) problems.push(`a cached page or health check took ${slowest} ms`);
    return outcome(
      problems,
      `${refused} writes got 503, cached pages within ${Math.round(slowest)} ms, 201 after each release`,
    );
  },
} satisfies Fault;
