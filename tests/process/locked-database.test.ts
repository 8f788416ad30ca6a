import { describe, expect, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { browserHeaders, lockDatabase, writingRequests } from '../support/lock-database';
import { sampleLead } from '../support/samples';
import { createTestFolder, startTestServer } from '../support/test-resources';

/** Far below the 10 s for which a write waits. */
const timeoutMs = 5_000;

describe("a SQLite database during another process's transaction", () => {
  test.each(Object.entries(writingRequests))(
    '%s waits for its end, and holds up no health check and no cached page',
    async (_, [method, path, body]) => {
      const folder = createTestFolder();
      const env = { DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };
      const server = await startTestServer(env);
      const api = new ApiClient(server.url);
      const get = (url: string) =>
        fetch(`${server.url}${url}`, { signal: AbortSignal.timeout(timeoutMs) });
      await get('/');
      const release = lockDatabase(folder);
      let isDone = false;
      const waiting = api.request(method, path, body, browserHeaders).then((response) => {
        isDone = true;
        return response;
      });
      // The request is in the process once a later one gets its response.
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/')).status).toBe(200);
      expect(isDone).toBe(false);
      release();
      expect((await waiting).status).toBeLessThan(300);
      expect((await api.post('/api/leads', sampleLead, browserHeaders)).status).toBe(201);
    },
  );
});
