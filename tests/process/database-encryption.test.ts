import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnFreePort } from '../support/free-port';
import { runDoctor } from '../support/operate';
import {
  createTestFolder,
  createTestSettings,
  readFailedStart,
  startTestServer,
} from '../support/test-resources';

const resolveToLoopback = new URL('../support/fixtures/resolve-to-loopback.mjs', import.meta.url)
  .href;

/** Settings for a PostgreSQL without TLS, under a public host name and with a password. */
async function createPublicDatabase(query = '', overrides: Record<string, string> = {}) {
  const database = await createTestSettings('postgres');
  const url = new URL(database.DATABASE_URL ?? '');
  url.hostname = 'db.example.com';
  url.password = 'hunter2';
  url.search = query;
  return {
    DATA_DIR: database.DATA_DIR,
    DATABASE_URL: url.href,
    DEMO_CONTENT: 'false',
    NODE_OPTIONS: `--import ${resolveToLoopback}`,
    ...overrides,
  };
}

/** Starts a server that rejects TLS, keeps reading, and records everything it receives. */
async function startEavesdropper() {
  const sockets = new Set<Socket>();
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received.push(bytes);
      if (received.length === 1) socket.write('N');
    });
  });
  const port = await listenOnFreePort(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, received: () => Buffer.concat(received).toString('latin1') };
}

describe('DATABASE_URL of a public host', () => {
  test('stops the start with one line when the server offers no TLS, without sending credentials', async () => {
    const { port, received } = await startEavesdropper();
    const folder = createTestFolder();
    const messages = await readFailedStart({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://owner:hunter2@db.example.com:${port}/site`,
      NODE_OPTIONS: `--import ${resolveToLoopback}`,
    });
    expect(messages.split('\n').at(-1)).toBe(
      'DATABASE_URL: db.example.com offers no TLS, so nothing was sent. ALLOW_PLAINTEXT=postgres allows a connection in clear.',
    );
    expect(received()).not.toMatch(/owner|hunter2|site/);
  });

  test('stops the start before it connects when sslmode=disable', async () => {
    expect(await readFailedStart(await createPublicDatabase('?sslmode=disable'))).toBe(
      'DATABASE_URL: the connection to db.example.com would be in clear, readable by strangers. Remove sslmode=disable, or set ALLOW_PLAINTEXT=postgres.',
    );
  });

  test('connects without TLS when ALLOW_PLAINTEXT=postgres, with one warning at the start', async () => {
    const env = await createPublicDatabase('', { ALLOW_PLAINTEXT: 'postgres' });
    const server = await startTestServer(env);
    expect(server.output().match(/is in clear and can be read on its way/g)).toHaveLength(1);
    expect(server.output()).not.toContain('hunter2');
  });

  test('is reported by the doctor according to its query string, as those of the migrations and the replica', async () => {
    const env = await createPublicDatabase();
    const output = await runDoctor({
      ...env,
      DATABASE_URL: `${env.DATABASE_URL}?sslmode=disable`,
      MIGRATION_DATABASE_URL: env.DATABASE_URL,
      DATABASE_REPLICA_URL: `${env.DATABASE_URL}?sslmode=require`,
    });
    for (const line of [
      /^unsafe +DATABASE_URL: the connection to db\.example\.com would be in clear/m,
      /^unsafe +MIGRATION_DATABASE_URL: .* its certificate isn't verified\. Add \?sslmode=verify-full\.$/m,
      /^note +DATABASE_REPLICA_URL: sslmode=require verifies the certificate of db\.example\.com, as verify-full does/m,
    ]) {
      expect(output).toMatch(line);
    }
    expect(output).not.toContain('hunter2');
  });

  test('is reported as unsafe by the doctor when ALLOW_PLAINTEXT=postgres', async () => {
    const output = await runDoctor(await createPublicDatabase('', { ALLOW_PLAINTEXT: 'postgres' }));
    expect(output).toMatch(/^unsafe +DATABASE_URL: what goes to db\.example\.com is in clear/m);
    expect(output).toMatch(/^ok +PostgreSQL responds$/m);
  });
});
