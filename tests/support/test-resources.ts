import { afterAll, beforeAll, expect, onTestFinished, type ProvidedContext } from 'vitest';
import { adminPassword } from './api-client';
import { codeCache, type ServerProcess, startServer } from './server-process';
import { startTcpProxy } from './tcp-proxy';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder';
import { createTestDatabase } from './test-database';

/** What tests create here goes away when they have finished: the last one first. */

/** Creates a folder. @returns its path */
export function createTestFolder(place?: 'disk' | 'memory'): string {
  const { path, remove } = temporaryFolder(place);
  onTestFinished(remove);
  return path;
}

/** Creates an empty database. @returns the settings of a server that uses it */
export async function createTestSettings(engine: ProvidedContext['engine']) {
  const { env, drop } = await createTestDatabase(engine);
  onTestFinished(drop);
  return env;
}

/**
 * Creates an empty PostgreSQL database behind a TCP proxy.
 * @returns the settings of a server that uses both
 */
export async function createProxiedSettings() {
  const { DATA_DIR, DATABASE_URL = '' } = await createTestSettings('postgres');
  const url = new URL(DATABASE_URL);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  onTestFinished(proxy.close);
  url.host = `127.0.0.1:${proxy.port}`;
  return { proxy, settings: { DATA_DIR, DATABASE_URL: url.href } };
}

/** Starts the built server in its own process. @see startServer */
export async function startTestServer(
  ...[env, options]: Parameters<typeof startServer>
): Promise<ServerProcess> {
  const server = await startServer({ ...codeCache, ...env }, options);
  onTestFinished(async () => {
    await server.kill();
  });
  return server;
}

/** Starts the built server, which is expected to exit with code 1. @returns the messages of its log */
export async function readFailedStart(...[env]: Parameters<typeof startServer>): Promise<string> {
  const server = await startTestServer(env, { wait: false });
  expect((await server.exited).code).toBe(1);
  return server.messages();
}

/** Starts the built server without content, with the test admin's password. */
export const startEmptySite = (settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startTestServer({
    DATA_DIR: createTestFolder(),
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'false',
    ...settings,
  });

/**
 * Starts the built server once for the tests of the surrounding block or file, with the test admin's
 * password and demo content.
 * @returns a function for the tests, which returns the server
 */
export function shareServer(settings: Record<string, string> = {}): () => ServerProcess {
  let folder: TemporaryFolder | undefined;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    folder = temporaryFolder();
    const env = { DATA_DIR: folder.path, ADMIN_PASSWORD: adminPassword, ...settings };
    server = await startServer({ ...codeCache, ...env });
  });
  afterAll(async () => {
    await server?.kill();
    folder?.remove();
  });
  return () => {
    if (!server) throw new Error('A shared server exists only while its tests run.');
    return server;
  };
}
