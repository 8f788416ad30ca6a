import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiClient } from '../api-client';
import { adminList, fillList, getRows } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

const list = adminList('case-studies');

/** A logo as clients send them: dark shapes on a transparent ground. */
const transparentLogo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#16201b00' } })
    .composite([
      {
        input: {
          create: {
            width: Math.ceil(width / 2),
            height: Math.ceil(height / 2),
            channels: 4,
            background: '#16201b',
          },
        },
      },
    ])
    .png()
    .toBuffer();

/** Uploads a logo. @returns its address */
async function upload(api: ApiClient, logo: Buffer): Promise<string> {
  const { body } = await api.post('/api/objects/upload');
  const { uploadURL, servingPath } = body as { uploadURL: string; servingPath: string };
  const stored = await api.request('PUT', uploadURL, logo, { 'Content-Type': 'image/png' });
  expect(stored.status).toBe(200);
  return servingPath;
}

const cardOf = (page: Page, name: string): Locator =>
  page.locator('#case-studies').getByRole('article').filter({ hasText: name });
const logoOf = (within: Locator): Locator => within.locator('img.client-logo');

const expectShown = (image: Locator) =>
  expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);

const boxOf = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });

/** Fills the list with one case study for each name, with these logos. */
async function fillCases(
  server: Parameters<typeof fillList>[0],
  logos: Record<string, string | null>,
): Promise<void> {
  const ids = await fillList(server, list, Object.keys(logos));
  for (const [place, clientLogo] of Object.values(logos).entries()) {
    const { status } = await server.api.patch(`/api/case-studies/${ids[place]}`, { clientLogo });
    expect(status).toBe(200);
  }
}

test.describe('the client logo on the case study card', () => {
  test('stands beside the client name, in a box of one size for every shape', async ({
    page,
    server,
  }) => {
    await server.api.signIn(server.adminPassword);
    await fillCases(server, {
      Wide: await upload(server.api, await transparentLogo(600, 60)),
      Tall: await upload(server.api, await transparentLogo(60, 600)),
      Square: await upload(server.api, await transparentLogo(300, 300)),
      Plain: null,
    });
    await page.goto('/');
    const sizes: unknown[] = [];
    for (const name of ['Wide', 'Tall', 'Square']) {
      const card = cardOf(page, name);
      await card.scrollIntoViewIfNeeded();
      const logo = logoOf(card);
      await expectShown(logo);
      // The name beside it says the same.
      await expect(logo).toHaveAttribute('alt', '');
      await expect(logo).toHaveCSS('object-fit', 'contain');
      await expect(card.locator('.case-w')).toContainText(name);
      const { width, height } = await boxOf(logo);
      sizes.push({ width, height });
    }
    expect(new Set(sizes.map((size) => JSON.stringify(size))).size).toBe(1);
    await expect(logoOf(cardOf(page, 'Plain'))).toHaveCount(0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`stands on white in ${colorScheme} mode, where dark shapes are visible`, async ({
      page,
      server,
    }) => {
      await server.api.signIn(server.adminPassword);
      await fillCases(server, {
        Inkwell: await upload(server.api, await transparentLogo(300, 100)),
      });
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      const logo = logoOf(cardOf(page, 'Inkwell'));
      await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    });
  }

  test('moves nothing when it arrives', async ({ page, server }) => {
    await server.api.signIn(server.adminPassword);
    await fillCases(server, {
      Latecomer: await upload(server.api, await transparentLogo(600, 60)),
    });
    const address = (await server.api.get('/api/case-studies')).body as { clientLogo: string }[];
    const release = await holdRequests(page, `**${address[0]?.clientLogo}/**`);
    await page.goto('/');
    const card = cardOf(page, 'Latecomer');
    await card.scrollIntoViewIfNeeded();
    const parts = ['.case-w', 'h3', '.case-p'].map((part) => card.locator(part));
    const before = await Promise.all(parts.map(boxOf));
    release();
    await expectShown(logoOf(card));
    expect(await Promise.all(parts.map(boxOf))).toEqual(before);
  });
});

test.describe('a client logo that is gone', () => {
  test.use({ allowErrors: /status of 404.*gone\.png/ });

  test('leaves the client name alone, on the card and in the list', async ({ page, server }) => {
    await fillCases(server, { Lost: '/pictures/gone.png' });
    await page.goto('/');
    const card = cardOf(page, 'Lost');
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('.case-w')).toContainText('Lost');
    const { height } = await boxOf(card.locator('.case-l'));
    expect(Math.round(height)).toBe(56);
    await expect(card.locator('.case-l img')).toHaveCount(0);
    await page.context().request.post('/api/auth/admin/login', {
      data: { password: server.adminPassword },
    });
    await page.goto(`/admin?tab=${list.tab}`);
    const row = getRows(page, list).filter({ hasText: 'Lost' });
    await expect(row).toBeVisible();
    await expect(row.locator('img')).toHaveCount(0);
    // On no other test's page is a picture to be missing.
    await fillCases(server, {});
  });
});

test.describe('the client logo in the admin area', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('stands in the row of its case study', async ({ page, server }) => {
    await server.api.signIn(server.adminPassword);
    await fillCases(server, {
      Shown: await upload(server.api, await transparentLogo(300, 100)),
      Plain: null,
    });
    await page.goto(`/admin?tab=${list.tab}`);
    const rows = getRows(page, list);
    await expectShown(logoOf(rows.filter({ hasText: 'Shown' })));
    await expect(rows.filter({ hasText: 'Plain' }).locator('img')).toHaveCount(0);
    const [first, second] = await Promise.all(
      [0, 1].map((at) => boxOf(rows.nth(at).locator('.ti'))),
    );
    expect(first?.x).toBe(second?.x);
  });

  test('is in the preview as soon as it is uploaded, and gone with "Remove"', async ({
    page,
    server,
  }) => {
    await fillCases(server, { Preview: null });
    const form = await openEdit(page, 'case-studies', 'Preview');
    const field = page.getByRole('group', { name: /logo/i });
    await expect(logoOf(form.preview)).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: /^Choose/ }).click();
    await (await chooser).setFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await transparentLogo(300, 100),
    });
    await expect(toast(page)).toContainText('Logo uploaded');
    await expectShown(logoOf(form.preview));
    await field.getByRole('button', { name: 'Remove' }).click();
    await expect(logoOf(form.preview)).toHaveCount(0);
  });
});
