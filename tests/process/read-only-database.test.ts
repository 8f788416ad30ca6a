import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { createTestSettings, startEmptySite } from '../support/test-resources';

/** Starts a site, with functions that make its database read-only and writable again. */
async function startSite() {
  const settings = await createTestSettings('postgres');
  const admin = new pg.Client({ connectionString: settings.DATABASE_URL });
  await admin.connect();
  onTestFinished(() => admin.end());
  const server = await startEmptySite(settings);
  const name = `"${admin.database}"`;
  return {
    server,
    api: new ApiClient(server.url),
    // Applies to new sessions only, as after a failover: existing sessions keep their setting.
    demote: () => admin.query(`alter database ${name} set default_transaction_read_only = on`),
    promote: () =>
      admin.query(
        `set default_transaction_read_only = off;
         alter database ${name} reset default_transaction_read_only`,
      ),
    endSessions: () =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'crewbridge' and datname = current_database()`),
  };
}

describe('read-only PostgreSQL', () => {
  test('fails writes and /readyz with 503 while reads continue, and loses no lead afterwards, although the old sessions stay read-only', async () => {
    const { api, demote, promote, endSessions, server } = await startSite();
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    expect((await api.get('/readyz')).status).toBe(200);

    await demote();
    await endSessions();
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(503);
    for (let count = 0; count < 10; count += 1) {
      const { status, headers, body } = await api.post('/api/leads', sampleLead);
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'unavailable' });
    }
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/api/stats')).status).toBe(200);

    await promote();
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(200);
    // The pool's sessions stay read-only, so it has to replace them.
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.post('/api/leads', sampleLead)).status),
    );
    expect(statuses).toEqual(Array(20).fill(201));
    expect((await server.stop()).code).toBe(0);
  });
});
