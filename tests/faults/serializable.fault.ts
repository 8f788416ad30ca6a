import pg from 'pg';
import type { ApiClient } from '../api-client';
import { sampleItems } from '../samples';
import { type ServerProcess, startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';
import { sendInquiries } from './inquiries';
import { signedIn } from './written';

const siteCount = 3;

/** The owner at work meanwhile. @returns the statuses of the changes */
async function changeThings(owner: ApiClient, rounds: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const made = await owner.post('/api/stats', { ...sampleItems.stats, value: String(round) });
    const listed = await owner.get('/api/stats');
    const orderedIds = (listed.body as { id: string }[]).map(({ id }) => id).toReversed();
    const reordered = await owner.post('/api/stats/reorder', { orderedIds });
    statuses.push(made.status, listed.status, reordered.status);
  }
  return statuses;
}

export default {
  name: 'serializable',
  promise:
    'Inquiries and the owner’s changes at once on a database whose default isolation is serializable: each is stored once, none fails',
  engines: ['postgres'],
  async run({ newDatabase, number, afterwards }) {
    const leads = number('leads', 600);
    const env = await newDatabase();
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    afterwards(() => client.end());
    await client.query(
      `alter database "${client.database}" set default_transaction_isolation = 'serializable'`,
    );
    const servers: ServerProcess[] = [];
    for (let count = 0; count < siteCount; count += 1) {
      const server = await startServer({ ...env, TRUST_PROXY: '127.0.0.1,::1' });
      afterwards(() => server.kill());
      servers.push(server);
    }
    const owner = await signedIn(servers[0]?.url ?? '', adminPassword);
    const [statuses, changes] = await Promise.all([
      sendInquiries(
        servers.map(({ url }) => url),
        leads,
      ),
      changeThings(owner, 10),
    ]);

    const wrong: string[] = [];
    const { 201: stored = 0, 503: turnedAway = 0, ...others } = statuses;
    for (const [status, count] of Object.entries(others)) wrong.push(`${count} got ${status}`);
    const failed = changes.filter((status) => status >= 400);
    if (failed.length > 0) wrong.push(`the owner got ${failed.join(', ')}`);
    const { rows } = await client.query(
      `select (select count(*) from leads)::int as leads,
              (select count(distinct email) from leads)::int as visitors,
              (select sum(count) from funnel_counts where step = 'enquiry')::int as counted`,
    );
    const [found] = rows;
    if (found.leads !== stored || found.visitors !== stored || found.counted !== stored) {
      wrong.push(`${stored} acknowledged, ${found.leads} stored, ${found.counted} counted`);
    }
    return outcome(
      wrong,
      `${leads} inquiries through ${siteCount} processes: ${stored} stored, ${turnedAway} answered 503, 0 failed`,
    );
  },
} satisfies Fault;
