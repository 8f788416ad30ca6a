import { onTestFinished } from 'vitest';
import { adminPassword } from '../support/api-client';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';

/** Starts the built server without content. It stops when the current test finishes. */
export async function startEmptySite() {
  const data = temporaryFolder();
  const server = await startServer({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'false',
  });
  onTestFinished(async () => {
    await server.kill();
    data.remove();
  });
  return server;
}
