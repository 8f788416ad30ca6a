import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { query } from '../support/postgres-client';
import { startTcpProxy } from '../support/tcp-proxy';
import { type Fault, outcome } from './fault';
import { createVisitor, waitForReadiness, waitUntilStored } from './lead-visitor';

const toTarget = ({ url }: PostgresServer) => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
});

/** Kills the server without a shutdown. */
async function killPostgres({ url }: PostgresServer): Promise<void> {
  const [row] = await query(url, "select current_setting('data_directory') as folder");
  const [pid] = readFileSync(join(row.folder, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Makes each commit wait until the standby has it, and waits until the standby takes part. */
async function requireStandby({ url }: PostgresServer): Promise<void> {
  await query(url, "alter system set synchronous_standby_names = '*'");
  await query(url, 'select pg_reload_conf()');
  for (;;) {
    const rows = await query(url, "select from pg_stat_replication where sync_state = 'sync'");
    if (rows.length > 0) return;
    await pause(50);
  }
}

export default {
  name: 'failover',
  guarantee:
    'The primary is killed and its standby promoted, with both hosts in DATABASE_URL: reads continue, writes succeed within 5 s of the promotion without a restart, nothing lost or duplicated',
  engines: ['postgres'],
  async run({ newFolder, startServer, numberFlag, onCleanup }) {
    const failovers = numberFlag('failovers', 3);
    let primary = await startPostgres();
    onCleanup(() => primary.stop());
    let standby = await startPostgres('memory', primary.url);
    onCleanup(() => standby.stop());
    // The addresses stay the same, as those of machines do.
    const targets = [toTarget(primary), toTarget(standby)];
    const proxies = await Promise.all(targets.map(startTcpProxy));
    for (const proxy of proxies) onCleanup(proxy.close);
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join();
    const folder = newFolder();
    const { username, pathname } = new URL(primary.url);
    const server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${username}@${hosts}${pathname}`,
    });
    const visitor = createVisitor(server.url);
    const problems: string[] = [];
    if ((await visitor.send()).status !== 201) problems.push('could not store an inquiry at first');

    let slowestMs = 0;
    for (let failover = 0; failover < failovers; failover += 1) {
      await requireStandby(primary);
      for (let count = 0; count < 20; count += 1) await visitor.send();
      await killPostgres(primary);
      if (!Number.isFinite(await waitForReadiness(visitor, 503)))
        problems.push('/readyz stayed at 200');
      for (const path of ['/', '/api/talents']) {
        const { status } = await visitor.api.get(path);
        if (status !== 200) problems.push(`${path} got ${status} from the standby`);
      }
      await query(standby.url, 'select pg_promote()');
      const promoted = await waitUntilStored(visitor);
      problems.push(...promoted.problems);
      slowestMs = Math.max(slowestMs, promoted.tookMs);

      // The killed server's machine comes back as the standby of the new primary.
      await primary.stop();
      primary = standby;
      standby = await startPostgres('memory', primary.url);
      const target = targets[failover % 2];
      if (target) Object.assign(target, toTarget(standby));
    }
    problems.push(...(await visitor.findDamage(primary.url)));
    if ((await server.stop()).code !== 0) problems.push('the exit code is not 0');
    return outcome(
      problems,
      `${failovers} failovers: stored again ${Math.round(slowestMs)} ms after a promotion at most; ${visitor.acknowledged.length} acknowledged, 0 lost`,
    );
  },
} satisfies Fault;
