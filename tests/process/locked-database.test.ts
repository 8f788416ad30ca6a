import { describe, expect, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { browserHeaders } from '../support/browser-headers';
import { lockDatabase, writingRequests } from '../support/lock-database';
import { sampleLead } from '../support/samples';
import { createTestFolder, startEmptySite } from '../support/test-resources';

/** Far below the 10 s for which a write waits. */
const timeoutMs = 5_000;

describe("a SQLite database during another process's transaction", () => {
  test('makes each writing request wait for its end, and holds up no health check and no cached page', async () => {
    const folder = createTestFolder();
    const server = await startEmptySite({ DATA_DIR: folder });
    const api = new ApiClient(server.url);
    const get = (url: string) =>
      fetch(`${server.url}${url}`, { signal: AbortSignal.timeout(timeoutMs) });
    await get('/');
    for (const [name, [method, path, body]] of Object.entries(writingRequests)) {
      const release = lockDatabase(folder);
      let isDone = false;
      const waiting = api.request(method, path, body, browserHeaders).then((response) => {
        isDone = true;
        return response;
      });
      // The request is in the process once a later one gets its response.
      expect((await get('/healthz')).status, name).toBe(200);
      expect((await get('/')).status, name).toBe(200);
      expect(isDone, name).toBe(false);
      release();
      expect((await waiting).status, name).toBeLessThan(300);
      expect((await api.post('/api/leads', sampleLead, browserHeaders)).status, name).toBe(201);
    }
  });
});
