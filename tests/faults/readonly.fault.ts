import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ApiClient } from '../api-client';
import { startPostgres } from '../postgres';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startTcpProxy } from '../tcp-proxy';
import { temporaryFolder } from '../temporary-folder';
import { type Fault, outcome } from './fault';

/** Milliseconds until inquiries are stored again. */
const maxBackMs = 5_000;

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

/** Sends inquiries and keeps the names of those that were acknowledged. */
function createVisitor(url: string) {
  const api = new ApiClient(url);
  const acknowledged: string[] = [];
  async function send() {
    const companyName = randomUUID();
    const response = await api.post('/api/leads', { ...sampleLead, companyName });
    if (response.status === 201) acknowledged.push(companyName);
    return response;
  }
  return { api, acknowledged, send };
}

type Visitor = ReturnType<typeof createVisitor>;

/** Waits until /readyz has a status. @returns milliseconds; Infinity when it never came */
async function waitForReadiness({ api }: Visitor, expected: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 2 * maxBackMs) {
    if ((await api.get('/readyz')).status === expected) return performance.now() - startedAt;
    await pause(50);
  }
  return Number.POSITIVE_INFINITY;
}

/** @returns what is wrong with a site whose database takes no writes */
async function findFaultsWhileReadOnly(visitor: Visitor): Promise<string[]> {
  const wrong: string[] = [];
  if (!Number.isFinite(await waitForReadiness(visitor, 503))) wrong.push('/readyz stayed at 200');
  for (let count = 0; count < 20; count += 1) {
    const { status, headers } = await visitor.send();
    if (status !== 503) wrong.push(`an inquiry got ${status}`);
    if (!(Number(headers.get('retry-after')) > 0)) wrong.push('no Retry-After');
  }
  for (const path of ['/healthz', '/', '/api/talents']) {
    const { status } = await visitor.api.get(path);
    if (status !== 200) wrong.push(`${path} got ${status}`);
  }
  return wrong;
}

/** @returns milliseconds until an inquiry is stored, and what is wrong with that */
async function waitUntilStored(visitor: Visitor): Promise<{ tookMs: number; wrong: string[] }> {
  const wrong: string[] = [];
  const startedAt = performance.now();
  for (;;) {
    const { status } = await visitor.send();
    const tookMs = performance.now() - startedAt;
    if (status === 201 || tookMs > maxBackMs) {
      if (status !== 201) wrong.push('did not store again');
      if (!Number.isFinite(await waitForReadiness(visitor, 200)))
        wrong.push('/readyz stayed at 503');
      return { tookMs, wrong };
    }
    if (status !== 503) wrong.push(`an inquiry got ${status}`);
    await pause(50);
  }
}

export default {
  name: 'readonly',
  promise:
    'PostgreSQL becomes read-only, and a standby takes its place: 503 and /readyz 503, reads go on, stored again within 5 s of the change without a restart, nothing lost or doubled',
  engines: ['postgres'],
  async run({ afterwards }) {
    const primary = await startPostgres();
    let isPrimaryUp = true;
    const stopPrimary = async () => {
      if (isPrimaryUp) await primary.stop();
      isPrimaryUp = false;
    };
    afterwards(stopPrimary);
    const standby = await startPostgres('memory', primary.url);
    afterwards(standby.stop);
    const target = { host: '127.0.0.1', port: Number(new URL(primary.url).port) };
    const gate = await startTcpProxy(target);
    afterwards(gate.close);
    const address = new URL(primary.url);
    address.port = String(gate.port);
    const folder = temporaryFolder();
    afterwards(folder.remove);
    const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: address.href });
    afterwards(() => server.kill());

    const visitor = createVisitor(server.url);
    const wrong: string[] = [];
    const first = await visitor.send();
    if (first.status !== 201) wrong.push('did not store at first');

    await query(primary.url, 'alter system set default_transaction_read_only = on');
    await query(primary.url, 'select pg_reload_conf()');
    wrong.push(...(await findFaultsWhileReadOnly(visitor)));
    await query(primary.url, 'alter system reset default_transaction_read_only');
    await query(primary.url, 'select pg_reload_conf()');
    const reset = await waitUntilStored(visitor);
    wrong.push(...reset.wrong);

    // The address leads to the standby from now on. Stopping in order sends it all that was stored.
    await stopPrimary();
    target.port = Number(new URL(standby.url).port);
    wrong.push(...(await findFaultsWhileReadOnly(visitor)));
    await query(standby.url, 'select pg_promote()');
    const promoted = await waitUntilStored(visitor);
    wrong.push(...promoted.wrong);

    const rows = await query(standby.url, 'select company_name from leads');
    const stored: string[] = rows.map((row) => row.company_name);
    const lost = visitor.acknowledged.filter((name) => !stored.includes(name)).length;
    if (lost > 0) wrong.push(`${lost} acknowledged leads lost`);
    if (new Set(stored).size !== stored.length) wrong.push('leads stored twice');
    if ((await server.stop()).code !== 0) wrong.push('did not end with 0');
    return outcome(
      wrong,
      `stored again ${Math.round(reset.tookMs)} ms after the reset and ${Math.round(promoted.tookMs)} ms after the promotion; ${visitor.acknowledged.length} acknowledged, 0 lost`,
    );
  },
} satisfies Fault;
