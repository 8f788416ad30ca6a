import { describe, expect, test } from 'vitest';
import { type CollectionPath, collections } from '../../src/content/collections/collections';
import { DAY, HOUR, SECOND } from '../../src/lib/time/durations';
import { ApiClient } from '../support/api-client';
import { contentPaths } from '../support/public-paths';
import { sampleItems } from '../support/samples';
import type { ServerProcess } from '../support/server-process';
import { createTestSettings, startEmptySite } from '../support/test-resources';
import { scaleLimit } from '../support/time-limits';

/** A word that no other content contains. */
const secret = 'Zanzibarine';
/** More than the responses after which a page comes compressed from the cache. */
const attempts = 10;

/** Starts two processes on one database. */
async function startTwo(engine: 'sqlite' | 'postgres') {
  const env = await createTestSettings(engine);
  return { first: await startEmptySite(env), second: await startEmptySite(env) };
}

type Scheduled = { id: string; path: CollectionPath };

/** Returns the URLs whose response contains the secret word. */
async function findShown(
  servers: readonly ServerProcess[],
  paths: readonly string[] = contentPaths,
) {
  const urls = servers.flatMap(({ url }) => paths.map((path) => url + path));
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  return urls.filter((_, index) => texts[index]?.includes(secret));
}

/** Stores of each collection a draft, an item with hidden changes, and one that is due in an hour. */
async function createItems(owner: ApiClient): Promise<Scheduled[]> {
  const scheduled: Scheduled[] = [];
  for (const { path, nameField } of collections) {
    const create = async (fields: object) => {
      const { status, body } = await owner.post(`/api/${path}`, {
        ...sampleItems[path],
        ...fields,
      });
      expect(status).toBe(201);
      return (body as { id: string }).id;
    };
    await create({ [nameField]: secret, state: 'draft' });
    const changed = await create({ [nameField]: 'Live' });
    await owner.patch(`/api/${path}/${changed}`, { pending: { [nameField]: secret } });
    const publishAt = new Date(Date.now() + HOUR).toISOString();
    scheduled.push({ path, id: await create({ [nameField]: secret, publishAt }) });
  }
  return scheduled;
}

/** Stores a draft of one block of the home page, and one that is published at a time. */
async function planTexts(owner: ApiClient, publishAt: string): Promise<void> {
  const pending = { title: secret };
  const blocks = { contact: { pending }, pricing: { pending, publishAt } };
  expect((await owner.patch('/api/pages/home', blocks)).status).toBe(200);
}

describe.each(['sqlite', 'postgres'] as const)('two processes on %s', (engine) => {
  test('show scheduled items and texts within five seconds of their time and not before, and never a draft', async () => {
    const { first, second } = await startTwo(engine);
    const owner = new ApiClient(first.url);
    await owner.signIn();
    const scheduled = await createItems(owner);
    await planTexts(owner, new Date(Date.now() + DAY).toISOString());
    const itemPaths = scheduled.map(({ path, id }) => `/api/${path}/${id}`);
    for (let tries = 0; tries < attempts; tries += 1) {
      expect(await findShown([first, second], [...contentPaths, ...itemPaths])).toEqual([]);
    }

    const publishAt = Date.now() + 2 * SECOND;
    const due = { publishAt: new Date(publishAt).toISOString() };
    await planTexts(owner, due.publishAt);
    const moved = await Promise.all(itemPaths.map((path) => owner.patch(path, due)));
    expect(moved.map(({ status }) => status)).toEqual(itemPaths.map(() => 200));

    const lists = [...collections.map(({ path }) => `/api/${path}`), '/api/pages/home'];
    let shown: string[] = [];
    const isShown = async () => {
      shown = await findShown([first, second], [...lists, '/']);
      if (Date.now() < publishAt - 50) return shown.length > 0;
      return shown.length === 2 * (lists.length + 1);
    };
    const timeout = publishAt - Date.now() + scaleLimit(5 * SECOND);
    await expect.poll(isShown, { timeout }).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(publishAt - 50);
    // Neither the drafts nor the hidden changes.
    for (const { path, nameField } of collections) {
      const { body } = await new ApiClient(second.url).get(`/api/${path}`);
      const names = (body as Record<string, unknown>[]).map((item) => item[nameField]);
      expect(names).toEqual(['Live', secret]);
    }
    // Its schedule names the people, so it can contain the word before its text does.
    const readHome = async () => (await new ApiClient(second.url).get('/api/pages/home')).body;
    await expect.poll(readHome, { timeout: scaleLimit(5 * SECOND) }).toMatchObject({
      sections: expect.arrayContaining([expect.objectContaining({ title: secret })]),
      contact: { title: expect.not.stringContaining(secret) },
    });
  });
});
