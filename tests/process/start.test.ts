import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import '../../src/foundation/outbox/store.server';
import { openDatabase } from '../../src/db/database.server';
import { ApiClient, adminPassword } from '../support/api-client';
import { readResidentSize } from '../support/resident-size';
import { sampleLead } from '../support/samples';
import { startServer } from '../support/server-process';
import { createTestFolder, createTestSettings, startTestServer } from '../support/test-resources';

const engines = ['sqlite', 'postgres'] as const;

describe('first start', () => {
  test('generates an admin password that the second start keeps', async () => {
    const DATA_DIR = createTestFolder();
    const first = await startServer({ DATA_DIR });
    const password = readFileSync(join(DATA_DIR, 'admin-password'), 'utf8').trim();
    await new ApiClient(first.url).signIn(password);
    expect(await first.stop()).toEqual({ code: 0, signal: null });

    const second = await startTestServer({ DATA_DIR });
    expect(second.output()).not.toContain('admin-password');
    await new ApiClient(second.url).signIn(password);
  });

  test('fills an empty database with demo content unless DEMO_CONTENT=false', async () => {
    const list = async (url: string) => (await new ApiClient(url).get('/api/talents')).body;
    const empty = await startTestServer({ DATA_DIR: createTestFolder(), DEMO_CONTENT: 'false' });
    expect(await list(empty.url)).toEqual([]);
    const filled = await startTestServer({ DATA_DIR: createTestFolder() });
    expect((await list(filled.url)) as unknown[]).not.toHaveLength(0);
  });
});

describe('settings', () => {
  test('stop the start with one line for each invalid setting', async () => {
    const server = await startServer(
      {
        DATA_DIR: createTestFolder(),
        SITE_URL: 'crew.example',
        TRUST_PROXY: 'true',
        NOTIFY_EMAIL: 'nobody',
        STRIPE_SECRET_KEY: 'sk_test_1',
        DEMO_CONTENT: 'yes',
      },
      { wait: false },
    );
    expect((await server.exited).code).toBe(1);
    const lines = server.messages().split('\n');
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
      'DEMO_CONTENT',
      'NOTIFY_EMAIL',
      'SITE_URL',
      'TRUST_PROXY',
    ]);
  });

  test('stop the start when a setting that belongs to another one is missing', async () => {
    const server = await startServer(
      { DATA_DIR: createTestFolder(), STRIPE_SECRET_KEY: 'sk_test_1', S3_BUCKET: 'pictures' },
      { wait: false },
    );
    expect((await server.exited).code).toBe(1);
    expect(server.messages()).toMatch(/^STRIPE_WEBHOOK_SECRET: must be set, too/m);
    expect(server.messages()).toMatch(/^S3_ENDPOINT: must be set, too/m);
  });

  test('are read from .env, and the environment overrides them', async () => {
    const DATA_DIR = createTestFolder();
    writeFileSync(join(DATA_DIR, '.env'), 'SITE_NAME=From the file\nDEMO_CONTENT=maybe\n');
    const server = await startTestServer({ DATA_DIR, DEMO_CONTENT: 'false' });
    expect(server.output()).toContain('From the file is listening');
  });
});

describe('PORT', () => {
  test('stops the start with one line and exit code 1 when the port is taken', async () => {
    const first = await startTestServer({ DATA_DIR: createTestFolder() });
    const second = await startServer(
      { DATA_DIR: createTestFolder(), ADMIN_PASSWORD: adminPassword, PORT: String(first.port) },
      { wait: false },
    );
    expect((await second.exited).code).toBe(1);
    expect(second.messages()).toBe(
      `Port ${first.port} is in use. Stop the process that uses it, or set PORT to another port.`,
    );
  });
});

describe('HOST', () => {
  test.each(['no-such-host.invalid', '192.0.2.1'])(
    'stops the start with one line and exit code 1 when %s is not an address of the machine',
    async (HOST) => {
      const server = await startServer(
        { DATA_DIR: createTestFolder(), ADMIN_PASSWORD: adminPassword, HOST },
        { wait: false },
      );
      expect((await server.exited).code).toBe(1);
      expect(server.messages()).toBe(`HOST: ${HOST} is not an address of this machine.`);
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
      const env = { DATA_DIR, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };
      const server = await startServer(env);
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
      const restarted = await startTestServer(env);
      const api = new ApiClient(restarted.url);
      await api.signIn();
      const leads = (await api.get('/api/leads')).body as unknown[];
      expect(leads.length).toBeGreaterThanOrEqual(stored);
    },
  );
});

describe('outbox', () => {
  test('sends a mail that was still pending when the process was killed after the next start', async () => {
    const { startSmtp } = await import('../support/smtp');
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const env = {
      DATA_DIR: createTestFolder(),
      ADMIN_PASSWORD: adminPassword,
      NOTIFY_EMAIL: 'owner@crew.example',
      DEMO_CONTENT: 'false',
    };
    // Nothing listens on this port, so the delivery is still pending when the process dies.
    const server = await startServer({ ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
    const api = new ApiClient(server.url);
    const sent = await api.post('/api/leads', sampleLead);
    expect(sent.status).toBe(201);
    await server.kill('SIGKILL');
    // The killed process may have leased a delivery; this ends the lease.
    const db = await openDatabase(env);
    await db.updateTable('outbox').set({ dueAt: new Date().toISOString() }).execute();
    await db.destroy();

    const restarted = await startTestServer({ ...env, SMTP_URL: smtp.url });
    const mails = await smtp.received(2);
    expect(mails.map((mail) => mail.to).sort()).toEqual([
      'olga@haldenskin.example',
      'owner@crew.example',
    ]);
    expect(restarted.output()).toContain('listening');
  });
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
