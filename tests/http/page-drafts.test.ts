import { describe, expect, test, vi } from 'vitest';
import type { PageName } from '../../src/content/pages/contract';
import { HOUR, SECOND } from '../../src/lib/time/durations';
import { contentPaths } from '../support/public-paths';
import { createTestApp, shareSite } from '../support/test-app';

/** A word that no other content contains. */
const secret = 'Zanzibarine';

const publicUrls = [...contentPaths, '/nothing'];

/** A text of each kind of block that a page shows. */
const blocks: [PageName, block: string, values: object, path: string][] = [
  ['home', 'hero', { line1: secret }, '/'],
  ['home', 'pricing', { title: secret }, '/'],
  ['home', 'contact', { title: secret }, '/'],
  ['home', 'announcement', { text: secret, isShown: true }, '/talent'],
  ['home', 'footer', { text: secret }, '/privacy'],
  ['home', 'inquiry', { industries: [secret] }, '/enquiry'],
  ['home', 'seo', { title: secret, description: secret }, '/'],
  ['talent', 'header', { title: secret }, '/talent'],
  ['privacy', 'text', { markdown: `## ${secret}` }, '/privacy'],
];

async function createSite() {
  const site = await createTestApp();
  const { admin, visitor } = site;
  const readHtml = async (path: string) => (await visitor('GET', path)).body;
  return {
    ...site,
    readHtml,
    save: (page: PageName, block: string, change: object | null) =>
      admin('PATCH', `/api/pages/${page}`, { [block]: change }),
    /** Reads a block as the owner. */
    readBlock: async (page: PageName, block: string) =>
      (await admin('GET', `/api/pages/${page}`)).json().blocks[block],
    /** Returns the public addresses whose response contains the secret word. */
    async listLeaks() {
      const texts = await Promise.all(publicUrls.map(readHtml));
      return publicUrls.filter((_, index) => texts[index]?.includes(secret));
    },
    waitUntilShown: (path: string, isShown: boolean) =>
      expect.poll(async () => (await readHtml(path)).includes(secret)).toBe(isShown),
  };
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a draft of a block', () => {
  const getSite = shareSite(createSite);

  test.each(blocks)(
    'is in no public response until it is published, and shown by a preview link: %s, %s',
    async (page, block, values, path) => {
      const { admin, visitor, save, readBlock, listLeaks, readHtml } = getSite();
      const before = await readBlock(page, block);
      const saved = await save(page, block, { pending: values });
      expect(saved.statusCode, saved.body).toBe(200);
      expect(await readBlock(page, block)).toEqual({ ...before, pending: values });
      const address = `/api/pages/${page}/${block}/preview`;
      const { url, expiresAt } = (await admin('POST', address)).json();
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_590 * SECOND);
      const preview = await visitor('GET', url);
      expect(preview.statusCode).toBe(200);
      expect(preview.body).toContain(secret);
      expect(preview.body).toContain('You are looking at a draft.');
      expect(preview.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      expect(await listLeaks()).toEqual([]);
      await save(page, block, { state: 'published' });
      expect(await readHtml(path)).toContain(secret);
      const published = await readBlock(page, block);
      expect(published).toMatchObject({ value: values, publishAt: null });
      expect(published).not.toHaveProperty('pending');
      await save(page, block, null);
    },
  );
});

describe('a scheduled change of a block', () => {
  test('is published at its start and reverted at its end', async () => {
    const { admin, save, readBlock, listLeaks, readHtml, waitUntilShown } = await createSite();
    await save('home', 'hero', { line1: 'Every desk,' });
    const times = { publishAt: inMs(HOUR), unpublishAt: inMs(2 * HOUR) };
    const pending = { line1: secret };
    await save('home', 'hero', { pending, ...times });
    expect(await listLeaks()).toEqual([]);
    expect(await readBlock('home', 'hero')).toMatchObject({ pending, ...times });

    const publishAt = inMs(SECOND);
    await save('home', 'hero', { publishAt });
    await waitUntilShown('/', true);
    expect(new Date().toISOString() >= publishAt).toBe(true);
    expect(await readBlock('home', 'hero')).toMatchObject({
      publishAt: null,
      unpublishAt: times.unpublishAt,
    });

    const unpublishAt = inMs(SECOND);
    await save('home', 'hero', { unpublishAt });
    await waitUntilShown('/', false);
    expect(new Date().toISOString() >= unpublishAt).toBe(true);
    expect(await readHtml('/')).toContain('Every desk,');
    expect(await listLeaks()).toEqual([]);
    expect(await readBlock('home', 'hero')).toMatchObject({ publishAt: null, unpublishAt: null });
    const history = (await admin('GET', '/api/pages/home/hero/history')).json();
    expect(history.map(({ by }: { by: string | null }) => by)).toEqual([
      null,
      'admin',
      null,
      'admin',
      'admin',
      'admin',
    ]);
  });

  test('reverts to what was shown before it, also if its end was set later', async () => {
    const { save, readBlock, readHtml, waitUntilShown } = await createSite();
    const unpublishAt = inMs(HOUR);
    await save('home', 'pricing', { title: secret, unpublishAt });
    // Another change does not last longer than the one before.
    await save('home', 'pricing', { intro: `${secret} again` });
    expect(await readBlock('home', 'pricing')).toMatchObject({ unpublishAt });
    await save('home', 'contact', { title: 'Write to us' });
    await save('home', 'contact', { title: secret });
    // Says when, and changes nothing that is shown.
    await save('home', 'contact', { pending: { note: 'Later' } });
    expect((await save('home', 'contact', { unpublishAt })).statusCode).toBe(200);
    expect(await readHtml('/')).toContain(secret);
    const end = inMs(SECOND);
    for (const block of ['pricing', 'contact']) await save('home', block, { unpublishAt: end });
    await waitUntilShown('/', false);
    // The default was shown before.
    expect(await readBlock('home', 'pricing')).toMatchObject({ isDefault: true });
    expect(await readBlock('home', 'contact')).toMatchObject({
      value: { title: 'Write to us' },
      pending: { note: 'Later' },
    });
  });

  test('can be discarded, and is discarded when the block is reset', async () => {
    const { save, readBlock } = await createSite();
    const times = { publishAt: inMs(HOUR), unpublishAt: inMs(2 * HOUR) };
    for (const discard of [{ pending: null }, null]) {
      await save('home', 'pricing', { pending: { title: secret }, ...times });
      await save('home', 'pricing', discard);
      const block = await readBlock('home', 'pricing');
      expect(block).toMatchObject({ isDefault: true, publishAt: null, unpublishAt: null });
      expect(block).not.toHaveProperty('pending');
    }
  });

  test('stays scheduled when an earlier version of the block is restored', async () => {
    const { admin, save, readBlock } = await createSite();
    await save('home', 'pricing', { title: 'First' });
    await save('home', 'pricing', { title: 'Second' });
    await save('home', 'pricing', { pending: { intro: secret } });
    const history = (await admin('GET', '/api/pages/home/pricing/history')).json();
    const input = { entryId: history[2].id, side: 'after' };
    await admin('POST', '/api/pages/home/pricing/restore', input);
    expect(await readBlock('home', 'pricing')).toMatchObject({
      value: { title: 'First' },
      pending: { intro: secret },
    });
  });

  const getSite = shareSite(createSite);

  test.each([
    [{ publishAt: '2031-01-02T00:00:00Z' }, 'pricing.publishAt', 'There are no changes to publish'],
    [
      { unpublishAt: '2031-01-02T00:00:00Z' },
      'pricing.unpublishAt',
      'There are no changes to take back',
    ],
    [
      {
        pending: { title: 'X' },
        publishAt: '2031-01-02T00:00:00Z',
        unpublishAt: '2031-01-01T00:00:00Z',
      },
      'pricing.unpublishAt',
      'Choose a time after it is published.',
    ],
    [{ pending: { title: '' } }, 'pricing', 'Enter a title'],
    [{ state: 'draft' }, 'pricing', 'published'],
  ])('is rejected when its times are invalid: %j', async (change, field, message) => {
    const response = await getSite().save('home', 'pricing', change);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ [field]: expect.stringContaining(message) });
  });

  test('is validated together with the block’s other values', async () => {
    const response = await getSite().save('home', 'hero', { pending: { dayStart: 19 } });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(['hero.shifts']);
  });
});

describe('preview link of a block', () => {
  test('returns an error when it is forged or expired', async () => {
    const { admin, visitor, save } = await createSite();
    await save('home', 'pricing', { pending: { title: secret } });
    const address = '/api/pages/home/pricing/preview';
    expect((await admin('POST', '/api/pages/home/casino/preview')).statusCode).toBe(400);
    const { url } = (await admin('POST', address)).json();
    const open = async (link: string) =>
      (await visitor('GET', link, undefined, { accept: 'text/html' })).statusCode;
    expect(await open(url)).toBe(200);
    expect(await open(url.replace('pages/home', 'pages/talent'))).toBe(410);
    expect(await open(url.replace('home.pricing', 'home.hero'))).toBe(410);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601 * SECOND });
    expect(await open(url).finally(() => vi.useRealTimers())).toBe(410);
  });
});
