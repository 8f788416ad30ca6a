import { onTestFinished, type ProvidedContext } from 'vitest';
import { adminPassword } from './api-client';
import { type ServerProcess, startServer } from './server-process';
import { temporaryFolder } from './temporary-folder';
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

/** Starts the built server in its own process. @see startServer */
export async function startTestServer(
  ...options: Parameters<typeof startServer>
): Promise<ServerProcess> {
  const server = await startServer(...options);
  onTestFinished(async () => {
    await server.kill();
  });
  return server;
}

/** Starts the built server without content, with the test admin's password. */
export const startEmptySite = (settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startTestServer({
    DATA_DIR: createTestFolder(),
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'false',
    ...settings,
  });
