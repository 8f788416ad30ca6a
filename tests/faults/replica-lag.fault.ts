import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { startPostgres } from '../postgres';
import { sampleItems } from '../samples';
import { type ServerProcess, startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { adminPassword, type Fault, outcome } from './fault';
import { createVisitor, query } from './lead-visitor';

/** Maximum time until a change shows in every process. */
const maxDelayMs = 1_000;

/** The pages and lists that the fault reads as a visitor. */
const paths = ['/', '/talent', '/api/stats', '/api/packages'];

interface Site {
  servers: readonly ServerProcess[];
  owner: ApiClient;
  visitors: readonly ApiClient[];
  problems: string[];
}

/** Changes a statistic in one process, and waits until visitors of every process see it. */
async function changeContent({ owner, visitors, problems }: Site): Promise<number> {
  const label = randomUUID();
  const { status, body } = await owner.post('/api/stats', { ...sampleItems.stats, label });
  const startedAt = performance.now();
  if (status !== 201) problems.push(`a change got ${status}`);
  const { id } = body as { id: string };
  const own = await owner.get('/api/stats');
  if (!JSON.stringify(own.body).includes(label)) problems.push('the owner did not see a change');
  for (const visitor of visitors) {
    while (!JSON.stringify((await visitor.get('/api/stats')).body).includes(label)) {
      if (performance.now() - startedAt > 10 * maxDelayMs) {
        problems.push('a visitor did not see a change');
        break;
      }
      await pause(20);
    }
  }
  const tookMs = performance.now() - startedAt;
  if (tookMs > maxDelayMs) problems.push(`a change showed after ${Math.round(tookMs)} ms`);
  for (const visitor of visitors) {
    const found = await visitor.get(`/api/stats/${id}`);
    if (found.status !== 200) problems.push(`a new item got ${found.status}`);
  }
  await owner.delete(`/api/stats/${id}`);
  return tookMs;
}

async function readPages({ visitors, problems }: Site): Promise<void> {
  for (const visitor of visitors) {
    for (const path of paths) {
      const { status } = await visitor.get(path);
      if (status !== 200) problems.push(`${path} got ${status}`);
    }
  }
}

/** Books a call, and opens its page at once in another process. */
async function bookCall({ visitors, problems }: Site): Promise<void> {
  const [here, there] = visitors;
  if (!here || !there) return;
  const slots = await here.get('/api/scheduling/slots');
  const [startAt] = (slots.body as { slots: string[] }).slots;
  const booked = await here.post('/api/scheduling/bookings', {
    ...{ startAt, name: 'Maria Keller', email: 'maria@hotel.example', timeZone: 'Europe/Berlin' },
  });
  if (booked.status !== 201) problems.push(`a call got ${booked.status}`);
}

export default {
  name: 'replica-lag',
  guarantee:
    'A replica falls behind, is killed, and is alone: changes show within 1 s in every process, nobody misses what they wrote, pages and lists get 200',
  engines: ['postgres'],
  async run({ numberFlag, onCleanup }) {
    const changes = numberFlag('changes', 20);
    const primary = await startPostgres();
    onCleanup(primary.stop);
    const replica = await startPostgres('memory', primary.url);
    onCleanup(replica.stop);
    const folder = temporaryFolder();
    onCleanup(folder.remove);
    const env = {
      DATA_DIR: folder.path,
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      ADMIN_PASSWORD: adminPassword,
      DEMO_CONTENT: 'false',
    };
    const servers = [await startServer(env), await startServer(env)];
  },
} satisfies Fault;
