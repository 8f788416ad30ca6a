import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { version } from '../../src/lib/version.server';
import { startS3 } from '../support/s3';
import { createTestApp, type TestSite } from '../support/test-app';

/** Makes the database itself reject writes to the `site_state` table. */
const rejectWrites = (site: TestSite) =>
  inject('engine') === 'sqlite'
    ? sql`create trigger rejected before insert on site_state
          begin select raise(abort, 'rejected'); end`.execute(site.db)
    : sql`alter table site_state add constraint rejected check (key = 'content_version') not valid`.execute(
        site.db,
      );

/** Installs triggers that record each write probe, and returns a function that counts them. */
async function countProbes(site: TestSite): Promise<() => Promise<number>> {
  await sql`create table probes (at text)`.execute(site.db);
  if (inject('engine') === 'sqlite') {
    for (const event of ['insert', 'update']) {
      await sql`create trigger ${sql.id(`probed_${event}`)} after ${sql.raw(event)} on site_state
        when new.key = 'write_probe' begin insert into probes values ('now'); end`.execute(site.db);
    }
  } else {
    await sql`create function note_probe() returns trigger language plpgsql as $$
      begin if new.key = 'write_probe' then insert into probes values ('now'); end if; return new; end $$`.execute(
      site.db,
    );
    await sql`create trigger probed after insert or update on site_state
      for each row execute function note_probe()`.execute(site.db);
  }
  return async () => {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from probes`.execute(site.db);
    return Number(rows[0]?.count);
  };
}

describe('GET /readyz', () => {
  test('returns 200 with no-store while the database accepts writes', async () => {
    const { visitor } = await createTestApp();
    const response = await visitor('GET', '/readyz');
    expect(response.statusCode).toBe(200);
    const checks = { database: true, migrations: true, disk: true };
    expect(response.json()).toEqual({ status: 'ok', version, checks });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('returns 503 with Retry-After while the database rejects writes, and /healthz still 200', async () => {
    const site = await createTestApp();
    await rejectWrites(site);
    const response = await site.visitor('GET', '/readyz');
    expect(response.statusCode).toBe(503);
    const message = 'Not ready: database.';
    expect(response.json()).toMatchObject({ code: 'unavailable', message });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await site.visitor('GET', '/healthz')).statusCode).toBe(200);
    const proxied = await site.visitor('GET', '/readyz?exclude=database,disk');
    expect(proxied.statusCode).toBe(200);
    expect(proxied.json()).toEqual({ status: 'ok', version, checks: { migrations: true } });
  });

  test('returns 503 when another release’s migrations do not fit this one', async () => {
    const site = await createTestApp();
    await sql`insert into schema_migrations (name, timestamp) values ('9999-newer', 'now')`.execute(
      site.db,
    );
    for (const query of ['', '?exclude=database,disk']) {
      const response = await site.visitor('GET', `/readyz${query}`);
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ message: 'Not ready: migrations.' });
    }
  });

  test('stays 200 while the picture store fails, and lists the failed check', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const { visitor } = await createTestApp(s3.settings);
    // The first check also loads the store's client.
    await expect
      .poll(async () => (await visitor('GET', '/readyz')).json())
      .toMatchObject({ status: 'ok', checks: { store: true } });
    const failing = await startS3();
    onTestFinished(failing.stop);
    failing.fail(true);
    const other = await createTestApp(failing.settings);
    const response = await other.visitor('GET', '/readyz');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'degraded', checks: { store: false } });
  });

  test('writes to the database at most once a second under 300 concurrent requests', async () => {
    const site = await createTestApp();
    const readProbes = await countProbes(site);
    const startedAt = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 300 }, () => site.visitor('GET', '/readyz')),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const seconds = (performance.now() - startedAt) / 1000;
    const probes = await readProbes();
    expect(probes).toBeGreaterThan(0);
    expect(probes).toBeLessThanOrEqual(1 + Math.floor(seconds));
  });
});
