import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import { ApiClient, adminPassword } from '../support/api-client';
import { listenOnFreePort } from '../support/free-port';
import { readResidentSize } from '../support/resident-size';
import { sampleLead } from '../support/samples';
import {
  createTestFolder,
  createTestSettings,
  readFailedStart,
  startEmptySite,
  startTestServer,
} from '../support/test-resources';

const engines = ['sqlite', 'postgres'] as const;

describe('first start', () => {
  test('generates an admin password that the second start keeps, and logs only the name of its file', async () => {
    const DATA_DIR = createTestFolder();
    const file = join(DATA_DIR, 'admin-password');
    const first = await startTestServer({ DATA_DIR });
    const password = readFileSync(file, 'utf8').trim();
    await new ApiClient(first.url).signIn(password);
    expect(first.messages()).toContain(`The admin password is in ${file}\n`);
    expect(first.output()).not.toContain(password);
    expect(await first.stop()).toEqual({ code: 0, signal: null });

    const second = await startTestServer({ DATA_DIR });
    expect(second.output()).not.toContain('admin-password');
    await new ApiClient(second.url).signIn(password);
  });
});

describe('settings', () => {
  test('stop the start with one line for each invalid setting', async () => {
    const messages = await readFailedStart({
      DATA_DIR: createTestFolder(),
      SITE_URL: 'crew.example',
      TRUST_PROXY: 'true',
      NOTIFY_EMAIL: 'nobody',
      DEMO_CONTENT: 'yes',
    });
    expect(
      messages
        .split('\n')
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['DEMO_CONTENT', 'NOTIFY_EMAIL', 'SITE_URL', 'TRUST_PROXY']);
  });

  test('are read from .env, and the environment overrides them', async () => {
    const DATA_DIR = createTestFolder();
    writeFileSync(join(DATA_DIR, '.env'), 'SITE_NAME=From the file\nDEMO_CONTENT=maybe\n');
    const server = await startTestServer({ DATA_DIR, DEMO_CONTENT: 'false' });
    expect(server.output()).toContain('From the file is listening');
  });
});

describe('an address that the server can not open', () => {
  const startAt = (address: Record<string, string>) =>
    readFailedStart({ DATA_DIR: createTestFolder(), ADMIN_PASSWORD: adminPassword, ...address });

  test('stops the start with one line when the port is taken', async () => {
    const other = createServer();
    const port = await listenOnFreePort(other);
    onTestFinished(() => void other.close());
    expect(await startAt({ PORT: String(port), HOST: '127.0.0.1' })).toBe(
      `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`,
    );
  });

  test.each(['no-such-host.invalid', '192.0.2.1'])(
    'stops the start with one line when the machine does not have the HOST %s',
    async (HOST) => {
      expect(await startAt({ HOST })).toBe(`HOST: ${HOST} is not an address of this machine.`);
    },
  );
});

describe('concurrent start', () => {
  test.each(engines)(
    'of four processes on an empty %s database applies each migration once, and they share sessions and data',
    async (engine) => {
      const settings = await createTestSettings(engine);
      const env = { ...settings, ADMIN_PASSWORD: adminPassword };
      const servers = await Promise.all([1, 2, 3, 4].map(() => startTestServer(env)));
      const [one, two] = servers.map((server) => new ApiClient(server.url));
      expect((await one?.get('/api/packages'))?.body).toHaveLength(3);
      expect((await two?.get('/api/packages'))?.body).toHaveLength(3);
      const db = await openDatabase(settings);
      const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
      await db.destroy();
      expect(new Set(applied.rows.map((row) => row.name)).size).toBe(applied.rows.length);
      await one?.post('/api/leads', sampleLead);
      // A session of one process is valid in the other.
      await two?.signIn();
      expect((await two?.get('/api/leads'))?.body).toMatchObject([{ email: sampleLead.email }]);
    },
  );
});

describe('graceful shutdown', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s completes the requests in flight, exits with 0 and loses no stored lead',
    async (signal) => {
      const DATA_DIR = createTestFolder();
      const server = await startEmptySite({ DATA_DIR });
      const requests = Array.from({ length: 30 }, (_, index) =>
        new ApiClient(server.url).post('/api/leads', {
          ...sampleLead,
          companyName: `Company ${index}`,
        }),
      );
      await Promise.race(requests);
      const exit = await server.kill(signal);
      expect(exit).toEqual({ code: 0, signal: null });
      const settled = await Promise.allSettled(requests);
      const stored = settled.filter(
        (one) => one.status === 'fulfilled' && one.value.status === 201,
      ).length;
      expect(stored).toBeGreaterThan(0);

      // After a shutdown the database file is complete on its own: the -wal file is empty.
      const wal = statSync(join(DATA_DIR, 'crewbridge.db-wal'), { throwIfNoEntry: false });
      expect(wal?.size ?? 0).toBe(0);
      const db = await openDatabase({ DATA_DIR });
      const leads = await db.selectFrom('leads').select('id').execute();
      await db.destroy();
      expect(leads.length).toBeGreaterThanOrEqual(stored);
    },
  );
});

describe('server memory', () => {
  test('stays below 150 MB after 1,000 requests', async () => {
    const server = await startTestServer({ DATA_DIR: createTestFolder() });
    for (let done = 0; done < 1_000; done += 10) {
      const paths = ['/', '/talent', '/api/talents', '/api/packages', '/nothing'];
      await Promise.all(
        [...paths, ...paths].map(async (path) => (await fetch(server.url + path)).arrayBuffer()),
      );
    }
    const megabytes = readResidentSize(server.pid);
    expect(megabytes).toBeGreaterThan(0);
    expect(megabytes).toBeLessThan(150);
  });
});
