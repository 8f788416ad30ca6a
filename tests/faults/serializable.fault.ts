import pg from 'pg';
import type { ApiClient } from '../support/api-client';
import { sampleItems } from '../support/samples';
import { sendInquiries } from '../support/send-inquiries';
import type { ServerProcess } from '../support/server-process';
import { type Fault, outcome } from './fault';
import { createSignedInClient } from './write-load';

const siteCount = 3;

/** Makes the owner's changes during the load. @returns the status of each request */
async function changeContent(owner: ApiClient, rounds: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const created = await owner.post('/api/stats', { ...sampleItems.stats, value: String(round) });
    const listed = await owner.get('/api/stats');
    const orderedIds = (listed.body as { id: string }[]).map(({ id }) => id).toReversed();
    const reordered = await owner.post('/api/stats/reorder', { orderedIds });
    statuses.push(created.status, listed.status, reordered.status);
  }
  return statuses;
}

export default {
  name: 'serializable',
  guarantee:
    'Concurrent inquiries and changes by the owner on a database with default isolation serializable: each is stored once, none fails',
  engines: ['postgres'],
  async run({ newDatabase, startServer, numberFlag, onCleanup }) {
    const leads = numberFlag('leads', 600);
    const env = await newDatabase();
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    onCleanup(() => client.end());
    await client.query(
      `alter database "${client.database}" set default_transaction_isolation = 'serializable'`,
    );
    const servers: ServerProcess[] = [];
    for (let count = 0; count < siteCount; count += 1) {
      const server = await startServer({ ...env, TRUST_PROXY: '127.0.0.1,::1' });
      servers.push(server);
    }
    const owner = await createSignedInClient(servers[0]?.url ?? '');
    const [statuses, changes] = await Promise.all([
      sendInquiries(
        servers.map(({ url }) => url),
        leads,
      ),
      changeContent(owner, 10),
    ]);

    const problems: string[] = [];
    const { 201: stored = 0, 503: unavailable = 0, ...others } = statuses;
    for (const [status, count] of Object.entries(others)) problems.push(`${count} got ${status}`);
    const failed = changes.filter((status) => status >= 400);
    if (failed.length > 0) problems.push(`the owner got ${failed.join(', ')}`);
    const { rows } = await client.query(
      `select (select count(*) from leads)::int as leads,
              (select count(distinct email) from leads)::int as visitors,
              (select sum(count) from funnel_entries where step = 'enquiry')::int as counted`,
    );
    const [counts] = rows;
    if (counts.leads !== stored || counts.visitors !== stored || counts.counted !== stored) {
      problems.push(`${stored} acknowledged, ${counts.leads} stored, ${counts.counted} counted`);
    }
    return outcome(
      problems,
      `${leads} inquiries through ${siteCount} processes: ${stored} stored, ${unavailable} got 503, 0 failed`,
    );
  },
} satisfies Fault;
