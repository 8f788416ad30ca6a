import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, adminPassword } from '../support/api-client';
import { startPostgres } from '../support/postgres';
import { query } from '../support/postgres-client';
import { sampleItems } from '../support/samples';
import { startTcpProxy } from '../support/tcp-proxy';
import { type Fault, type FaultContext, outcome } from './fault';
import { startPrimary } from './start-primary';

/** Maximum time until a change shows in every process. */
const maxDelayMs = 1_000;

/** Longer than the site does without a replica that failed. */
const retryMs = 6_000;

const metricsToken = 'a-token-of-16-letters';

/** The pages and lists that visitors read. */
const paths = ['/', '/talent', '/api/talents', '/api/packages'];

interface Site {
  owner: ApiClient;
  /** A visitor of each process. */
  visitors: readonly ApiClient[];
  problems: string[];
}

/** Starts two processes on a primary and its replica. */
async function startSite(
  DATABASE_URL: string,
  DATABASE_REPLICA_URL: string,
  { newFolder, startServer }: FaultContext,
): Promise<Site> {
  const folder = newFolder();
  const env = {
    DATA_DIR: folder,
    ...{ DATABASE_URL, DATABASE_REPLICA_URL },
    ADMIN_PASSWORD: adminPassword,
    METRICS_TOKEN: metricsToken,
  };
  const servers = [await startServer(env), await startServer(env)];
  const owner = new ApiClient(servers[0]?.url ?? '');
  await owner.signIn();
  return { owner, visitors: servers.map(({ url }) => new ApiClient(url)), problems: [] };
}

/**
 * Adds a statistic in one process, and waits until visitors of every process see it.
 * @returns milliseconds until the last one sees it
 */
async function changeContent({ owner, visitors, problems }: Site): Promise<number> {
  const label = randomUUID();
  const lists = async (api: ApiClient) =>
    JSON.stringify((await api.get('/api/stats')).body).includes(label);
  const { status, body } = await owner.post('/api/stats', { ...sampleItems.stats, label });
  const startedAt = performance.now();
  if (status !== 201) problems.push(`a change got ${status}`);
  if (!(await lists(owner))) problems.push('the owner did not see a change');
  for (const visitor of visitors) {
    while (!(await lists(visitor)) && performance.now() - startedAt < 10 * maxDelayMs)
      await pause(20);
  }
  const tookMs = performance.now() - startedAt;
  if (tookMs > maxDelayMs) problems.push(`a change showed after ${Math.round(tookMs)} ms`);
  const { id } = body as { id: string };
  for (const visitor of visitors) {
    const found = await visitor.get(`/api/stats/${id}`);
    if (found.status !== 200) problems.push(`a new item got ${found.status}`);
  }
  await owner.delete(`/api/stats/${id}`);
  return tookMs;
}

/** Reads what visitors see. */
async function readPages({ visitors, problems }: Site): Promise<void> {
  for (const visitor of visitors) {
    for (const path of paths) {
      const { status } = await visitor.get(path);
      if (status !== 200) problems.push(`${path} got ${status}`);
    }
  }
}

/** Books a call in one process, looks it up at once in the other, and cancels it: a day has a limit. */
async function bookCall({ visitors: [here, there], problems }: Site): Promise<void> {
  if (!here || !there) return;
  const { slots } = (await here.get('/api/scheduling/slots')).body as { slots: string[] };
  const booked = await here.post('/api/scheduling/bookings', {
    name: 'Olga Brenner',
    email: `visitor@company-${randomUUID()}.example`,
    company: 'Hotel Brenner',
    timeZone: 'Europe/Berlin',
    start: slots[0],
  });
  if (booked.status !== 201) problems.push(`a call got ${booked.status}`);
  const { token } = booked.body as { token: string };
  const found = await there.post('/api/scheduling/bookings/lookup', { token });
  if (found.status !== 200) problems.push(`a call just booked got ${found.status}`);
  const later = (await there.get('/api/scheduling/slots')).body as { slots: string[] };
  if (later.slots.includes(slots[0] ?? '')) problems.push('a time just booked is offered');
  await there.post('/api/scheduling/bookings/cancel', { token });
}

/** Counts the reads of content in all processes, by where they led. */
async function countReads({ visitors }: Site) {
  const counts = { replica: 0, behind: 0, failed: 0 };
  for (const visitor of visitors) {
    const metrics = await visitor.get('/metrics', { Authorization: `Bearer ${metricsToken}` });
    for (const result of ['replica', 'behind', 'failed'] as const) {
      const pattern = new RegExp(
        `^crewbridge_content_reads_total{result="${result}"} (\\d+)$`,
        'm',
      );
      counts[result] += Number(pattern.exec(String(metrics.body))?.[1] ?? 0);
    }
  }
  return counts;
}

/** Requires that reads of content led somewhere since the last call. */
async function createReadCheck(site: Site) {
  let before = await countReads(site);
  return async (expected: keyof typeof before, phase: string) => {
    const after = await countReads(site);
    if (after[expected] <= before[expected]) site.problems.push(`no read was ${expected} ${phase}`);
    before = after;
  };
}

export default {
  name: 'replica-lag',
  guarantee:
    'The replica for public reads stops replaying, catches up, is cut off, and outlives the primary: changes show within 1 s in every process, nobody misses what they just wrote, pages and lists get 200',
  engines: ['postgres'],
  async run(context) {
    const { numberFlag, onCleanup } = context;
    const changes = numberFlag('changes', 20);
    const { primary, stopPrimary } = await startPrimary();
    onCleanup(stopPrimary);
    const replica = await startPostgres('memory', primary.url);
    onCleanup(replica.stop);
    const port = Number(new URL(replica.url).port);
    const proxy = await startTcpProxy({ host: '127.0.0.1', port });
    onCleanup(proxy.close);
    const site = await startSite(
      primary.url,
      replica.url.replace(`:${port}`, `:${proxy.port}`),
      context,
    );
    const checkReads = await createReadCheck(site);
    let slowestMs = 0;
    const work = async () => {
      for (let turn = 0; turn < changes; turn += 1) {
        slowestMs = Math.max(slowestMs, await changeContent(site));
        await readPages(site);
        await bookCall(site);
      }
    };

    await work();
    await checkReads('replica', 'at first');
    await query(replica.url, 'select pg_wal_replay_pause()');
    await work();
    await checkReads('behind', 'while the replica did not replay');
    await query(replica.url, 'select pg_wal_replay_resume()');
    proxy.cut();
    await work();
    await checkReads('failed', 'while the replica was cut off');
    proxy.open();
    await pause(retryMs);
    await work();
    await checkReads('replica', 'after the replica came back');

    const { body } = await site.owner.get('/api/talents');
    await stopPrimary();
    await readPages(site);
    for (const { id } of body as { id: string }[]) {
      // Not in the response cache.
      for (const visitor of site.visitors) {
        const { status } = await visitor.get(`/api/talents/${id}`);
        if (status !== 200) site.problems.push(`a talent got ${status} without the primary`);
      }
    }
    return outcome(
      site.problems,
      `${4 * changes} changes in ${site.visitors.length} processes, each shown within ${Math.round(slowestMs)} ms; reads went on without the replica and without the primary`,
    );
  },
} satisfies Fault;
