import { mkdirSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { projectRoot, runNode } from '../support/operate';
import { sampleLead } from '../support/samples';
import {
  createProxiedSettings,
  createTestFolder,
  createTestSettings,
  readFailedStart,
  startTestServer,
} from '../support/test-resources';

const entry = `${projectRoot}/dist/server/main.server.js`;

/** Reads the status of a path; 0 while nothing listens. */
const readStatus = async (url: string, path: string): Promise<number> => {
  try {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

const startWithoutWaiting = (env: Parameters<typeof startTestServer>[0]) =>
  startTestServer({ DEMO_CONTENT: 'false', ...env }, { wait: false });

describe('server that starts before PostgreSQL', () => {
  test('responds to /healthz with 200 and to other requests with 503, logs one line, and serves once PostgreSQL is up', async () => {
    const { proxy, settings } = await createProxiedSettings();
    proxy.cut();
    const server = await startWithoutWaiting(settings);
    await expect.poll(() => readStatus(server.url, '/healthz')).toBe(200);
    const api = new ApiClient(server.url);
    for (const path of ['/readyz', '/', '/api/talents', '/admin']) {
      const { status, headers, body } = await api.get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({ code: 'unavailable' });
    }
    expect((await api.post('/api/leads', sampleLead)).status).toBe(503);
    expect(server.output().match(/PostgreSQL is not available/g)).toHaveLength(1);
    expect(server.output()).not.toMatch(/\n\s+at /);

    proxy.open();
    await expect.poll(() => readStatus(server.url, '/readyz')).toBe(200);
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    expect((await server.stop()).code).toBe(0);
  });

  test('waits for a missing Unix socket as for a host that refuses connections, and exits within three seconds on SIGTERM', async () => {
    const folder = createTestFolder();
    const server = await startWithoutWaiting({
      DATA_DIR: folder,
      DATABASE_URL: `postgres:///site?host=${folder}`,
    });
    await expect.poll(() => readStatus(server.url, '/healthz')).toBe(200);
    expect(server.output()).toContain('PostgreSQL is not available');
    const began = performance.now();
    expect((await server.stop()).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test.each([
    [
      'a missing database',
      (url: URL) => {
        url.pathname = '/nowhere';
      },
      /^DATABASE_URL: database "nowhere" does not exist\.$/m,
    ],
    [
      'a missing certificate',
      (url: URL) => {
        url.search = '?sslmode=verify-full&sslrootcert=/nowhere.pem';
      },
      /^DATABASE_URL: ENOENT: no such file or directory, open '\/nowhere\.pem'\.$/m,
    ],
  ])('exits with one line for %s, because waiting would not help', async (_, change, line) => {
    const { DATA_DIR, DATABASE_URL = '' } = await createTestSettings('postgres');
    const url = new URL(DATABASE_URL);
    change(url);
    const messages = await readFailedStart({ DATA_DIR, DATABASE_URL: url.href });
    expect(messages).toMatch(line);
    expect(messages.split('\n')).toHaveLength(1);
  });
});

describe('server that waits for the migrations of another process', () => {
  test('responds to /healthz with 200 and to other requests with 503, and serves afterwards', async () => {
    const settings = await createTestSettings('postgres');
    const other = new pg.Client({ connectionString: settings.DATABASE_URL });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('select pg_advisory_lock(3853314791062309107)');
    const server = await startWithoutWaiting(settings);
    await expect.poll(() => readStatus(server.url, '/healthz')).toBe(200);
    expect(await readStatus(server.url, '/readyz?exclude=database,disk')).toBe(503);
    await other.query('select pg_advisory_unlock_all()');
    await expect.poll(() => readStatus(server.url, '/readyz')).toBe(200);
    expect(server.output()).not.toContain('PostgreSQL is not available');
  });
});

describe('server whose DATA_DIR is a file', () => {
  test('exits with one line that names the setting', async () => {
    const folder = createTestFolder();
    const DATA_DIR = `${folder}/file`;
    writeFileSync(DATA_DIR, '');
    // startServer's working directory would be the file.
    const { code, output } = await runNode(folder, { DATA_DIR, PORT: '0' }, entry);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain("DATA_DIR can't be used: ");
  });
});

describe('server that starts with an unusable SQLite file', () => {
  test('exits with one line that names the file', async () => {
    const folder = createTestFolder();
    mkdirSync(`${folder}/crewbridge.db`);
    const messages = await readFailedStart({ DATA_DIR: folder });
    expect(messages.split('\n')).toHaveLength(1);
    expect(messages).toContain(`The database ${folder}/crewbridge.db can't be opened: `);
  });
});
