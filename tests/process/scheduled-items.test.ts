import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SECOND } from '../../src/lib/time';
import { ApiClient } from '../api-client';
import { sampleItems } from '../samples';
import { type ServerProcess, startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { createTestDatabase } from '../test-database';

const adminPassword = 'correct horse battery staple';
/** A word that no other content contains. */
const secret = 'Zanzibarine';
const paths = ['/', '/talent', '/api/talents', '/api/talents/browse', '/sitemap.xml'];
const attempts = 50;

/** Starts two processes on one database. */
async function startTwo(engine: 'sqlite' | 'postgres') {
  const database = await createTestDatabase(engine);
  const folder = temporaryFolder();
  const DATA_DIR = database.env.DATA_DIR ?? folder.path;
  const env = { ...database.env, DATA_DIR, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await database.drop();
    folder.remove();
  });
  for (let count = 0; count < 2; count += 1) servers.push(await startServer(env));
  const [first, second] = servers;
  if (!first || !second) throw new Error('Two servers were started.');
  return { first, second };
}

/** Returns the addresses whose response contains the secret word. */
async function findShown(servers: readonly ServerProcess[]): Promise<string[]> {
  const urls = servers.flatMap(({ url }) => paths.map((path) => url + path));
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  return urls.filter((_, index) => texts[index]?.includes(secret));
}

describe.each(['sqlite', 'postgres'] as const)('two processes on %s', (engine) => {
  test('show a scheduled talent only from its time on, both within five seconds, and no draft', async () => {
    const { first, second } = await startTwo(engine);
    const owner = new ApiClient(first.url);
    await owner.signIn(adminPassword);
    const talent = { ...sampleItems.talents, name: secret };
    const publishAt = Date.now() + 10 * SECOND;
    await owner.post('/api/talents', { ...talent, state: 'draft' });
    const { body } = await owner.post('/api/talents', {
      ...talent,
      publishAt: new Date(publishAt).toISOString(),
    });
    const { id } = body as { id: string };

    let tries = 0;
    for (; tries < attempts && Date.now() < publishAt - SECOND; tries += 1) {
      expect(await findShown([first, second])).toEqual([]);
    }
    expect(tries).toBe(attempts);

    const expected = paths.slice(0, 4).flatMap((path) => [first.url + path, second.url + path]);
    let shown: string[] = [];
    await vi.waitUntil(
      async () => {
        const startedAt = Date.now();
        shown = await findShown([first, second]);
        if (startedAt < publishAt - 50) return shown.length > 0;
        return shown.length === expected.length;
      },
      { timeout: publishAt - Date.now() + 5 * SECOND, interval: 50 },
    );
    expect(Date.now()).toBeGreaterThanOrEqual(publishAt - 50);
    expect(shown.sort()).toEqual(expected.sort());
    // Only the scheduled one.
    const { body: listed } = await new ApiClient(second.url).get('/api/talents');
    expect(listed).toMatchObject([{ id }]);
  });
});
