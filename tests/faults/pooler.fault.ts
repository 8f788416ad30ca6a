import pg from 'pg';
import { type PgBouncer, providePgBouncer, startPgBouncer } from '../pgbouncer';
import { sampleItems } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { adminPassword, type Fault, type FaultContext, outcome } from './fault';
import { sendInquiries } from './inquiries';
import { signedIn } from './written';

interface Variant {
  mode: 'session' | 'transaction';
  prepare: 'auto' | 'on';
}

/** What another application would find set in the pool's connections, if anything of ours stayed there. */
async function findLeaks(pooler: PgBouncer, connections: number): Promise<string[]> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: pooler.url }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const found = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as limit, pg_sleep(0.2)`,
      );
      return rows[0].limit as string;
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return found.filter((limit) => limit !== '0').map((limit) => `a limit of ${limit} leaked`);
}

async function runVariant(
  { newDatabase, afterwards }: FaultContext,
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
  afterwards(pooler.stop);
  const smtp = await startSmtp();
  afterwards(smtp.close);
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
    afterwards(() => server.kill());
    urls.push(server.url);
  }
  const owner = await signedIn(urls[0] ?? '', adminPassword);
  const [statuses, changes] = await Promise.all([
    sendInquiries(urls, leads),
    Promise.all(Array.from({ length: 10 }, () => owner.post('/api/stats', sampleItems.stats))),
  ]);

  const wrong: string[] = [];
  const { 201: stored = 0, ...others } = statuses;
  for (const [status, count] of Object.entries(others)) wrong.push(`${count} got ${status}`);
  if (changes.some(({ status }) => status !== 201)) wrong.push('a change of the owner failed');
  const ids = changes.map(({ body }) => (body as { id: string }).id);
  const reordered = await owner.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
  if (reordered.status !== 200) wrong.push(`reordering got ${reordered.status}`);
  const page = await owner.get(`/api/leads?limit=${Math.min(leads, 500)}`);
  if (page.status !== 200) wrong.push(`the list got ${page.status}`);
  if ((await owner.get('/readyz')).status !== 200) wrong.push('/readyz is not 200');
  const mails = await smtp.received(stored, 120_000);
  if (new Set(mails.map(({ to }) => to)).size !== stored) wrong.push('mails are missing');
  if (mode === 'transaction') wrong.push(...(await findLeaks(pooler, poolSize)));
  const direct = new pg.Client({ connectionString: env.DATABASE_URL });
  await direct.connect();
  const { rows } = await direct.query(
    'select count(*)::int as leads, count(distinct email)::int as visitors from leads',
  );
  await direct.end();
  if (rows[0].leads !== stored || rows[0].visitors !== stored) {
    wrong.push(`${stored} acknowledged, ${rows[0].leads} stored`);
  }
  return wrong.map((what) => `${mode}, prepare ${prepare}: ${what}`);
}

export default {
  name: 'pooler',
  promise:
    'Two processes behind PgBouncer in session and transaction mode: all works as without it, and nothing of the session reaches other clients',
  engines: ['postgres'],
  async run(context) {
    const provided = providePgBouncer();
    if ('missing' in provided) return { skipped: provided.missing };
    const leads = context.number('leads', 200);
    const variants: Variant[] = [
      { mode: 'session', prepare: 'auto' },
      { mode: 'session', prepare: 'on' },
      { mode: 'transaction', prepare: 'auto' },
      ...(provided.supportsPreparedStatements
        ? [{ mode: 'transaction', prepare: 'on' } satisfies Variant]
        : []),
    ];
    const wrong: string[] = [];
    for (const variant of variants) {
      wrong.push(...(await runVariant(context, provided.program, variant, leads)));
    }
    const unnamed = provided.supportsPreparedStatements
      ? ''
      : ', which names no statements in transactions';
    return outcome(
      wrong,
      `${leads} inquiries in each of ${variants.length} setups, all stored and mailed (PgBouncer${unnamed})`,
    );
  },
} satisfies Fault;
