import { mkdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startTcpGate } from '../tcp-gate';
import { temporaryFolder } from '../temporary-folder';
import { createTestDatabase } from '../test-database';

/** The status of a path, or 0 while nothing listens. */
const readStatus = async (url: string, path: string): Promise<number> => {
  try {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

/** A site that is started while the way to its database is cut. */
async function startSiteWithoutDatabase() {
  const database = await createTestDatabase('postgres');
  const url = new URL(database.env.DATABASE_URL ?? '');
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  gate.cut();
  const server = await startServer(
    { DATA_DIR: database.env.DATA_DIR, DATABASE_URL: url.href, DEMO_CONTENT: 'false' },
    { wait: false },
  );
  onTestFinished(async () => {
    await server.kill();
    await gate.close();
    await database.drop();
  });
  return { gate, server };
}

describe('a start while PostgreSQL is away', () => {
  test('waits, says so in one line and to whoever asks, and goes on when it is back', async () => {
    const { gate, server } = await startSiteWithoutDatabase();
    await expect.poll(() => readStatus(server.url, '/healthz'), { timeout: 20_000 }).toBe(200);
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

    gate.open();
    await expect.poll(() => readStatus(server.url, '/readyz'), { timeout: 20_000 }).toBe(200);
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    expect((await server.stop()).code).toBe(0);
  });

  test('ends promptly on SIGTERM', async () => {
    const { server } = await startSiteWithoutDatabase();
    await expect.poll(() => readStatus(server.url, '/healthz'), { timeout: 20_000 }).toBe(200);
    const began = performance.now();
    expect((await server.stop()).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test.each([
    [
      'a wrong database',
      (url: URL) => {
        url.pathname = '/nowhere';
      },
      /^DATABASE_URL: database "nowhere" does not exist\.$/m,
    ],
  ])('ends with one line for %s, where waiting would not help', async (_, change, line) => {
    const database = await createTestDatabase('postgres');
    onTestFinished(database.drop);
    const url = new URL(database.env.DATABASE_URL ?? '');
    change(url);
    const server = await startServer(
      { DATA_DIR: database.env.DATA_DIR, DATABASE_URL: url.href },
      { wait: false },
    );
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toMatch(line);
    expect(server.output().trim().split('\n')).toHaveLength(1);
  });
});

describe('a start on a SQLite file that can’t be opened', () => {
  test('ends with one line that names the file', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    mkdirSync(`${folder.path}/crewbridge.db`);
    const server = await startServer({ DATA_DIR: folder.path }, { wait: false });
    expect((await server.exited).code).toBe(1);
    expect(server.output().trim().split('\n')).toHaveLength(1);
    expect(server.output()).toContain(
      `The database ${folder.path}/crewbridge.db can't be opened: `,
    );
  });
});

describe('an outage of PostgreSQL', () => {
  test('is logged once when it begins and once, with a count, when it is over', async () => {
    const { gate, server } = await startSiteWithoutDatabase();
    gate.open();
    await expect.poll(() => readStatus(server.url, '/readyz'), { timeout: 20_000 }).toBe(200);
    const api = new ApiClient(server.url);
    gate.cut();
    for (let request = 0; request < 50; request += 1) {
      expect((await api.post('/api/leads', sampleLead)).status).toBe(503);
      expect((await api.get('/api/talents')).status).toBe(503);
    }
    gate.open();
    await expect.poll(server.output, { timeout: 20_000 }).toContain('available again');
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; failures?: number });
    expect(lines.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual([
      'storage is unavailable',
    ]);
    const over = lines.find(({ msg }) => msg === 'storage is available again');
    expect(over?.failures).toBeGreaterThanOrEqual(100);
  });
});
