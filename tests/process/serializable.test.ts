import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendInquiries } from '../support/send-inquiries';
import { startServer } from '../support/server-process';
import { createTestDatabase } from '../support/test-database';

/** Starts site processes on one database whose default isolation level is serializable. */
async function startSites(count: number) {
  const database = await createTestDatabase('postgres');
  const client = new pg.Client({ connectionString: database.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `alter database "${client.database}" set default_transaction_isolation = 'serializable'`,
  );
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  onTestFinished(async () => {
    for (const server of servers) await server.kill();
    await client.end();
    await database.drop();
  });
  for (let index = 0; index < count; index += 1) {
    servers.push(
      await startServer({ ...database.env, DEMO_CONTENT: 'false', TRUST_PROXY: '127.0.0.1,::1' }),
    );
  }
  return { servers, client };
}

describe('PostgreSQL with serializable as its default isolation level', () => {
  test('stores and counts all 600 leads that three processes receive concurrently', async () => {
    const { servers, client } = await startSites(3);
    const urls = servers.map(({ url }) => url);
    expect(await sendInquiries(urls, 600)).toEqual({ 201: 600 });
    const { rows } = await client.query(
      `select (select count(*) from leads)::int as leads,
              (select sum(count) from funnel_entries where step = 'enquiry')::int as counted`,
    );
    expect(rows).toEqual([{ leads: 600, counted: 600 }]);
  });
});
