import { startPostgres } from '../support/postgres';
import { query } from '../support/postgres-client';
import { startTcpProxy } from '../support/tcp-proxy';
import { type Fault, outcome } from './fault';
import { createVisitor, type Visitor, waitForReadiness, waitUntilStored } from './lead-visitor';
import { startPrimary } from './start-primary';

/** Checks the site while its database is read-only. @returns the problems found */
async function findFaultsWhileReadOnly(visitor: Visitor): Promise<string[]> {
  const problems: string[] = [];
  if (!Number.isFinite(await waitForReadiness(visitor, 503)))
    problems.push('/readyz stayed at 200');
  for (let count = 0; count < 20; count += 1) {
    const { status, headers } = await visitor.send();
    if (status !== 503) problems.push(`an inquiry got ${status}`);
    if (!(Number(headers.get('retry-after')) > 0)) problems.push('no Retry-After');
  }
  for (const path of ['/healthz', '/', '/api/talents']) {
    const { status } = await visitor.api.get(path);
    if (status !== 200) problems.push(`${path} got ${status}`);
  }
  return problems;
}

export default {
  name: 'readonly',
  guarantee:
    'PostgreSQL becomes read-only, then a standby replaces it: 503 and /readyz 503, reads continue, writes succeed within 5 s of the change without a restart, nothing lost or duplicated',
  engines: ['postgres'],
  async run({ newFolder, startServer, onCleanup }) {
    const { primary, stopPrimary } = await startPrimary();
    onCleanup(stopPrimary);
    const standby = await startPostgres('memory', primary.url);
    onCleanup(standby.stop);
    const target = { host: '127.0.0.1', port: Number(new URL(primary.url).port) };
    const proxy = await startTcpProxy(target);
    onCleanup(proxy.close);
    const address = new URL(primary.url);
    address.port = String(proxy.port);
    const folder = newFolder();
    const server = await startServer({ DATA_DIR: folder, DATABASE_URL: address.href });

    const visitor = createVisitor(server.url);
    const problems: string[] = [];
    const first = await visitor.send();
    if (first.status !== 201) problems.push('could not store an inquiry at first');

    await query(primary.url, 'alter system set default_transaction_read_only = on');
    await query(primary.url, 'select pg_reload_conf()');
    problems.push(...(await findFaultsWhileReadOnly(visitor)));
    await query(primary.url, 'alter system reset default_transaction_read_only');
    await query(primary.url, 'select pg_reload_conf()');
    const reset = await waitUntilStored(visitor);
    problems.push(...reset.problems);

    // From here the proxy leads to the standby. A clean shutdown of the primary replicates everything first.
    await stopPrimary();
    target.port = Number(new URL(standby.url).port);
    problems.push(...(await findFaultsWhileReadOnly(visitor)));
    await query(standby.url, 'select pg_promote()');
    const promoted = await waitUntilStored(visitor);
    problems.push(...promoted.problems);

    problems.push(...(await visitor.findDamage(standby.url)));
    if ((await server.stop()).code !== 0) problems.push('the exit code is not 0');
    return outcome(
      problems,
      `stored again ${Math.round(reset.tookMs)} ms after the reset and ${Math.round(promoted.tookMs)} ms after the promotion; ${visitor.acknowledged.length} acknowledged, 0 lost`,
    );
  },
} satisfies Fault;
