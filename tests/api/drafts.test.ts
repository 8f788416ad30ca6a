import { describe, expect, test, vi } from 'vitest';
import { type CollectionPath, collections } from '../../src/content/collections/collections';
import { HOUR, SECOND } from '../../src/lib/time/durations';
import { parsePageData } from '../support/page-data';
import { contentPaths } from '../support/public-paths';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

/** A word that no other content contains. */
const secret = 'Zanzibarine';

const paths = collections.map(({ path, nameField }) => ({ path, nameField }));

const getSharedSite = shareSite(createTestApp);

/** Begins a test, without items. */
async function createSite() {
  const site = getSharedSite();
  const { admin, visitor } = site;
  for (const { path } of paths) {
    const items: { id: string }[] = (await admin('GET', `/api/${path}/all`)).json();
    if (items.length > 0)
      await admin('POST', `/api/${path}/delete`, { ids: items.map(({ id }) => id) });
  }
  return {
    ...site,
    async create(path: CollectionPath, nameField: string, extra: object = {}) {
      const body = { ...sampleItems[path], [nameField]: secret, ...extra };
      const response = await admin('POST', `/api/${path}`, body);
      expect(response.statusCode, response.body).toBe(201);
      return response.json();
    },
    /** Returns the public URLs whose response contains the secret word. */
    async listLeaks(path: string, id: string) {
      const urls = [...contentPaths, `/api/${path}/${id}`, `/api/talents/named?ids=${id}`];
      const responses = await Promise.all(urls.map((url) => visitor('GET', url)));
      return urls.filter((_, index) => responses[index]?.body.includes(secret));
    },
    isListed: async (path: string) => (await visitor('GET', `/api/${path}`)).body.includes(secret),
  };
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe.each(paths)('a draft in /api/$path', ({ path, nameField }) => {
  test('is in no public response until it is published and once it is unpublished, and the owner sees its state', async () => {
    const { admin, visitor, create, listLeaks, isListed } = await createSite();
    const draft = await create(path, nameField, { state: 'draft' });
    expect(draft).toMatchObject({ state: 'draft', publishAt: null, unpublishAt: null });
    expect(await listLeaks(path, draft.id)).toEqual([]);
    expect((await visitor('GET', `/api/${path}/${draft.id}`)).statusCode).toBe(404);
    expect((await admin('GET', `/api/${path}/all`)).json()).toEqual([draft]);
    expect((await admin('GET', `/api/${path}/${draft.id}`)).json()).toEqual(draft);
    await admin('PATCH', `/api/${path}/${draft.id}`, { state: 'published' });
    expect(await isListed(path)).toBe(true);
    const hidden = await admin('PATCH', `/api/${path}/${draft.id}`, { state: 'draft' });
    expect(hidden.json()).toMatchObject({ state: 'draft', [nameField]: secret });
    expect(Date.parse(hidden.json().takenDownAt)).toBeGreaterThan(Date.now() - 5 * SECOND);
    expect(await listLeaks(path, draft.id)).toEqual([]);
  });
});

test('an item of each collection is published and unpublished at its scheduled times', async () => {
  const { admin, create, isListed, listLeaks } = await createSite();
  const inAnHour = inMs(HOUR);
  const items = await Promise.all(
    paths.map(async ({ path, nameField }) => {
      const item = await create(path, nameField, { publishAt: inAnHour });
      expect(item).toMatchObject({ state: 'scheduled', publishAt: inAnHour });
      return { path, id: item.id, url: `/api/${path}/${item.id}` };
    }),
  );
  const leaks = await Promise.all(items.map(({ path, id }) => listLeaks(path, id)));
  expect(leaks.flat()).toEqual([]);
  const publishAt = inMs(SECOND);
  for (const { url } of items) await admin('PATCH', url, { publishAt });
  const countListed = async () => {
    const listed = await Promise.all(paths.map(({ path }) => isListed(path)));
    return listed.filter(Boolean).length;
  };
  await expect.poll(countListed).toBe(items.length);
  expect(new Date().toISOString() >= publishAt).toBe(true);
  const unpublishAt = inMs(SECOND);
  for (const { url } of items) await admin('PATCH', url, { unpublishAt });
  await expect.poll(countListed).toBe(0);
  expect(new Date().toISOString() >= unpublishAt).toBe(true);
  for (const { url } of items) {
    expect((await admin('GET', url)).json()).toMatchObject({
      state: 'draft',
      unpublishAt: null,
      takenDownAt: expect.any(String),
    });
  }
});

describe('pending changes', () => {
  test('stay hidden while the published item is shown, until they are published', async () => {
    const { admin, visitor, create, isListed, listLeaks } = await createSite();
    const { id } = await create('talents', 'name', { name: 'Live Name' });
    const pending = { name: secret };
    const changed = await admin('PATCH', `/api/talents/${id}`, { pending });
    expect(changed.json()).toMatchObject({ state: 'published', name: 'Live Name', pending });
    expect(await listLeaks('talents', id)).toEqual([]);
    expect((await visitor('GET', '/talent')).body).toContain('Live Name');
    const live = await admin('PATCH', `/api/talents/${id}`, { state: 'published' });
    expect(live.json()).toMatchObject({ name: secret });
    expect(live.json()).not.toHaveProperty('pending');
    expect(await isListed('talents')).toBe(true);
  });

  test('can be scheduled and discarded', async () => {
    const { admin, create, isListed } = await createSite();
    const { id } = await create('talents', 'name', { name: 'Live Name' });
    const patch = (body: object) => admin('PATCH', `/api/talents/${id}`, body);
    await patch({ pending: { name: secret }, publishAt: inMs(HOUR) });
    expect((await patch({ pending: null })).json()).toMatchObject({
      name: 'Live Name',
      publishAt: null,
    });
    await patch({ pending: { name: secret }, publishAt: inMs(SECOND) });
    await expect.poll(() => isListed('talents')).toBe(true);
  });

  test('must meet the rules of their fields', async () => {
    const { admin, create } = await createSite();
    const { id } = await create('talents', 'name');
    const refused = await admin('PATCH', `/api/talents/${id}`, { pending: { name: '' } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual({ pending: 'Name is required' });
  });
});

describe('publication times', () => {
  test.each([
    [{ state: 'scheduled' }, { publishAt: 'Choose when it is published.' }],
    [
      { publishAt: '2030-01-02T00:00:00Z', unpublishAt: '2030-01-01T00:00:00Z' },
      { unpublishAt: 'Choose a time after it is published.' },
    ],
    [
      { state: 'published', publishAt: '2030-01-02T00:00:00Z' },
      { publishAt: 'There are no changes to publish at that time.' },
    ],
    [{ publishAt: 'tomorrow' }, { publishAt: 'Enter a date and a time' }],
    [{ state: 'hidden' }, { state: expect.any(String) }],
  ])('are rejected when they are invalid: %j', async (extra, fields) => {
    const { admin } = await createSite();
    const refused = await admin('POST', '/api/stats', { ...sampleItems.stats, ...extra });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual(fields);
  });

  test('are stored in UTC, whatever the offset', async () => {
    const { create } = await createSite();
    const item = await create('stats', 'label', { publishAt: '2030-01-02T09:00:00-06:00' });
    expect(item).toMatchObject({ state: 'scheduled', publishAt: '2030-01-02T15:00:00.000Z' });
  });
});

describe('preview link', () => {
  test.for(paths)(
    'shows a draft of $path on the real page',
    async ({ path, nameField }, { skip }) => {
      const { admin, visitor, create, listLeaks } = await createSite();
      const { queries } = parsePageData((await visitor('GET', '/')).body);
      skip(
        !queries.some(([address]) => address.startsWith(`/api/${path}`)),
        'No page shows the list yet.',
      );
      const { id } = await create(path, nameField, { state: 'draft' });
      const { url, expiresAt } = (await admin('POST', `/api/${path}/${id}/preview`)).json();
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_590 * SECOND);
      const page = await visitor('GET', url);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain(secret);
      expect(page.body).toContain('You are looking at a draft.');
      expect(JSON.stringify(parsePageData(page.body).queries)).toContain(secret);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      expect(page.body).not.toContain('Back to the editor');
      expect((await admin('GET', url)).body).toContain('Back to the editor');
      expect(await listLeaks(path, id)).toEqual([]);
    },
  );

  test('shows the pending changes of a published item', async () => {
    const { admin, visitor, create } = await createSite();
    const { id } = await create('talents', 'name', { name: 'Live Name' });
    await admin('PATCH', `/api/talents/${id}`, { pending: { name: secret } });
    const { url } = (await admin('POST', `/api/talents/${id}/preview`)).json();
    expect((await visitor('GET', url)).body).toContain(secret);
  });

  test('returns an error when it is forged or expired, or its item is deleted', async () => {
    const { admin, visitor, create } = await createSite();
    const { id } = await create('stats', 'label', { state: 'draft' });
    const { id: other } = await create('stats', 'label', { state: 'draft' });
    const { url } = (await admin('POST', `/api/stats/${id}/preview`)).json();
    const expectGone = async (address: string) => {
      const page = await visitor('GET', address, undefined, { accept: 'text/html' });
      expect(page.statusCode).toBe(410);
      expect(page.body).toContain('This preview link has run out.');
      expect(page.body).not.toContain(secret);
    };
    await expectGone(url.replace(id, other));
    await expectGone(`${url}x`);
    await expectGone('/?preview=');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601 * SECOND });
    await expectGone(url).finally(() => vi.useRealTimers());
    expect((await visitor('GET', url)).statusCode).toBe(200);
    await admin('DELETE', `/api/stats/${id}`);
    await expectGone(url);
  });
});
