import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { adminList, fillList, getRows } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

const list = adminList('case-studies');

/** Renders a client logo: a shape in one color on a transparent background. */
const renderLogo = (width: number, height: number, color = '#16201b'): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect x="25%" y="25%" width="50%" height="50%" fill="${color}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const getCard = (page: Page, name: string): Locator =>
  page.locator('#case-studies').getByRole('article').filter({ hasText: name });
const getLogo = (within: Locator): Locator => within.locator('img[height="32"]');

/** Expects that an image has loaded. */
const expectLoaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);

const measureBox = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });

/** Replaces the case studies by one for each client name, with the given logo or its address. */
async function fillCaseStudies(
  server: Parameters<typeof fillList>[0],
  logos: Record<string, Buffer | string | null>,
): Promise<void> {
  const ids = await fillList(server, list, Object.keys(logos));
  for (const [index, logo] of Object.values(logos).entries()) {
    let clientLogo: unknown = logo;
    if (logo instanceof Buffer) {
      const { body } = await server.api.upload(logo, 'image/png');
      clientLogo = (body as { servingPath: string }).servingPath;
    }
    const { status } = await server.api.patch(`/api/case-studies/${ids[index]}`, { clientLogo });
    expect(status).toBe(200);
  }
}

test.describe('client logo on the case study card', () => {
  test('stands in place of the client name, 32 px high and at most 200 px wide', async ({
    page,
    server,
  }) => {
    await fillCaseStudies(server, {
      Wide: await renderLogo(600, 60),
      Tall: await renderLogo(150, 600),
      Square: await renderLogo(300, 300),
      Plain: null,
    });
    await page.goto('/');
    for (const [name, width] of [
      ['Wide', 200],
      ['Tall', 8],
      ['Square', 32],
    ] as const) {
      const logo = page.locator('#case-studies').getByRole('img', { name, exact: true });
      await logo.scrollIntoViewIfNeeded();
      await expectLoaded(logo);
      await expect(logo).toHaveCSS('object-fit', 'contain');
      expect(await measureBox(logo)).toMatchObject({ width, height: 32 });
    }
    await expect(getLogo(getCard(page, 'Plain'))).toHaveCount(0);
  });

  test('has a background in light or dark mode only if it would be hard to see on the card', async ({
    page,
    server,
  }) => {
    await fillCaseStudies(server, {
      dark: await renderLogo(300, 100, '#16201b'),
      light: await renderLogo(300, 100, '#f4f2eb'),
      color: await renderLogo(300, 100, '#c0392b'),
    });
    await page.goto('/');
    for (const [colorScheme, plates] of [
      ['light', { dark: null, light: 'rgb(22, 32, 27)', color: null }],
      ['dark', { dark: 'rgb(241, 239, 230)', light: null, color: 'rgb(241, 239, 230)' }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [tone, plate] of Object.entries(plates)) {
        const logo = page.getByRole('img', { name: tone, exact: true }).locator('xpath=../..');
        await expect(logo, colorScheme).toHaveCSS('background-color', plate ?? 'rgba(0, 0, 0, 0)');
        expect((await measureBox(logo)).height).toBe(plate ? 48 : 32);
      }
    }
  });

  test('moves no other part of the card when it loads', async ({ page, server }) => {
    await fillCaseStudies(server, {
      Latecomer: await renderLogo(600, 60),
    });
    const { body } = await server.api.get('/api/case-studies');
    const [{ clientLogo = '' } = {}] = body as { clientLogo: string }[];
    const release = await holdRequests(page, `**${clientLogo}/**`);
    await page.goto('/');
    const card = page.locator('#case-studies').getByRole('article');
    await card.scrollIntoViewIfNeeded();
    const parts = [
      getLogo(card),
      getLogo(card).locator('xpath=../../..').locator('> span').last(),
      card.getByRole('heading'),
      card.locator('img').first(),
    ];
    const before = await Promise.all(parts.map(measureBox));
    release();
    await expectLoaded(getLogo(card));
    expect(await Promise.all(parts.map(measureBox))).toEqual(before);
  });
});

test.describe('client logo whose file is missing', () => {
  test.use({ allowErrors: /status of 404.*gone\.png/ });

  test('is left out on the card and in the admin list, and the client name stays', async ({
    page,
    server,
    signIn,
  }) => {
    await fillCaseStudies(server, { Lost: '/pictures/gone.png' });
    await page.goto('/');
    // The browser asks for a logo only near the viewport.
    await page.locator('#case-studies').scrollIntoViewIfNeeded();
    const card = getCard(page, 'Lost');
    const clientName = card.getByText('Lost').first();
    await expect(clientName).toBeVisible();
    await expect(getLogo(card)).toHaveCount(0);
    await signIn();
    await page.goto(`/admin?tab=${list.tab}`);
    const row = getRows(page, list).filter({ hasText: 'Lost' });
    await expect(row).toBeVisible();
    await expect(row.locator('img')).toHaveCount(0);
    // A missing file would be a browser error in the other tests.
    await fillCaseStudies(server, {});
  });
});

test('a client logo is shown in the row of its case study without moving the title, and in the preview from its upload to "Remove"', async ({
  page,
  server,
  signIn,
}) => {
  await fillCaseStudies(server, { Shown: await renderLogo(300, 100), Plain: null });
  await signIn();
  await page.goto(`/admin?tab=${list.tab}`);
  const rows = getRows(page, list);
  await expectLoaded(getLogo(rows.filter({ hasText: 'Shown' })));
  await expect(rows.filter({ hasText: 'Plain' }).locator('img')).toHaveCount(0);
  const [first, second] = await Promise.all(
    [0, 1].map((index) => measureBox(rows.nth(index).locator('p').first())),
  );
  expect(first?.x).toBe(second?.x);

  const form = await openEdit(page, 'case-studies', 'Plain');
  const field = page.getByRole('group', { name: /logo/i });
  await expect(getLogo(form.preview)).toHaveCount(0);
  const chooser = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await renderLogo(300, 100),
  });
  await expect(toast(page)).toContainText('Logo uploaded');
  // Images load when they are near the screen, and the button is far below the preview.
  await getLogo(form.preview).scrollIntoViewIfNeeded();
  await expectLoaded(getLogo(form.preview));
  await field.getByRole('button', { name: 'Remove' }).click();
  await expect(getLogo(form.preview)).toHaveCount(0);
});
