import pg from 'pg';
import { providePgBouncer, startPgBouncer } from '../support/pgbouncer';
import { query } from '../support/postgres-client';
import { sampleItems } from '../support/samples';
import { sendInquiries } from '../support/send-inquiries';
import { startSmtp } from '../support/smtp';
import { type Fault, type FaultContext, outcome } from './fault';
import { createSignedInClient } from './write-load';

interface Variant {
  mode: 'session' | 'transaction';
  prepare: 'auto' | 'on';
}

/** Finds session settings of ours that leaked into the pool's connections, where other applications would see them. */
async function findLeaks(poolerUrl: string, connections: number): Promise<string[]> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: poolerUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const settings = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query(
        `select concat_ws(', ', current_setting('statement_timeout'),
            current_setting('default_transaction_isolation')) as settings, pg_sleep(0.2)`,
      );
      return rows[0].settings as string;
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return settings
    .filter((found) => found !== '0, read committed')
    .map((found) => `timeout and isolation leaked: ${found}`);
}

async function runVariant(
  { newDatabase, onCleanup, startServer }: FaultContext,
  program: string,
  { mode, prepare }: Variant,
  leads: number,
): Promise<string[]> {
  const env = await newDatabase();
  const poolSize = mode === 'session' ? 40 : 3;
  const pooler = await startPgBouncer(program, {
    databaseUrl: env.DATABASE_URL ?? '',
    mode,
    poolSize,
    ...(mode === 'transaction' && prepare === 'on' && { maxPreparedStatements: 100 }),
  });
  onCleanup(pooler.stop);
  const smtp = await startSmtp();
  onCleanup(smtp.close);
  const settings = {
    ...env,
    DATABASE_URL: pooler.url,
    DATABASE_PREPARE: prepare,
    SMTP_URL: smtp.url,
    TRUST_PROXY: '127.0.0.1,::1',
  };
  const urls: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const server = await startServer(settings);
    urls.push(server.url);
  }
  const owner = await createSignedInClient(urls[0] ?? '');
  const [statuses, changes] = await Promise.all([
    sendInquiries(urls, leads),
    Promise.all(Array.from({ length: 10 }, () => owner.post('/api/stats', sampleItems.stats))),
  ]);

  const problems: string[] = [];
  const { 201: stored = 0, ...others } = statuses;
  for (const [status, count] of Object.entries(others)) problems.push(`${count} got ${status}`);
  if (changes.some(({ status }) => status !== 201)) problems.push('a change by the owner failed');
  const ids = changes.map(({ body }) => (body as { id: string }).id);
  await owner.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
  const listed = ((await owner.get('/api/stats')).body as { id: string }[]).map(({ id }) => id);
  if (listed.join() !== ids.toReversed().join()) problems.push('items are not reordered');
  const page = await owner.get(`/api/leads?limit=${Math.min(leads, 500)}`);
  if (page.status !== 200) problems.push(`the list got ${page.status}`);
  if ((await owner.get('/readyz')).status !== 200) problems.push('/readyz is not 200');
  const mails = await smtp.received(stored, 120_000);
  if (new Set(mails.map(({ to }) => to)).size !== stored) problems.push('emails are missing');
  if (mode === 'transaction') problems.push(...(await findLeaks(pooler.url, poolSize)));
  const rows = await query(
    env.DATABASE_URL ?? '',
    'select count(*)::int as leads, count(distinct email)::int as visitors from leads',
  );
  if (rows[0].leads !== stored || rows[0].visitors !== stored) {
    problems.push(`${stored} acknowledged, ${rows[0].leads} stored`);
  }
  return problems.map((problem) => `${mode}, prepare ${prepare}: ${problem}`);
}

export default {
  name: 'pooler',
  guarantee:
    'Two processes behind PgBouncer in session and transaction mode: everything works, and no session setting leaks to other clients',
  engines: ['postgres'],
  async run(context) {
    const provided = providePgBouncer();
    if ('missing' in provided) return { skipped: provided.missing };
    const leads = context.numberFlag('leads', 200);
    const variants: Variant[] = [
      { mode: 'session', prepare: 'auto' },
      { mode: 'session', prepare: 'on' },
      { mode: 'transaction', prepare: 'auto' },
      ...(provided.supportsPreparedStatements
        ? [{ mode: 'transaction', prepare: 'on' } satisfies Variant]
        : []),
    ];
    const problems: string[] = [];
    for (const variant of variants) {
      problems.push(...(await runVariant(context, provided.program, variant, leads)));
    }
    const unnamed = provided.supportsPreparedStatements
      ? ''
      : ', without named statements in transaction mode';
    return outcome(
      problems,
      `${leads} inquiries in each of ${variants.length} setups, all stored and emailed (PgBouncer${unnamed})`,
    );
  },
} satisfies Fault;
