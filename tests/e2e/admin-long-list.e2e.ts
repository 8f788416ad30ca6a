import type { Page } from '@playwright/test';
import { sampleItems } from '../support/samples';
import { adminList, fetchStoredNames, getRows, pickUp } from './admin-lists';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { ensureSignedIn, type Site } from './leads';

const talents = adminList('talents');
const total = 1_000;
const formatName = (place: number) => `Person ${place}`;

test.use({ settings: { DEMO_CONTENT: 'false', SITE_NAME: 'Many people' } });
test.beforeEach(async ({ signIn, server }) => {
  // The first test also creates the talents, which takes up to a minute on a slow machine.
  test.slow();
  await signIn();
  await ensureTalents(server);
});

/** Creates the talents once; the tests of the file share them. */
async function ensureTalents(server: Site): Promise<void> {
  await ensureSignedIn(server);
  const existing = await fetchStoredNames(server, talents);
  for (let start = existing.length; start < total; start += 50) {
    const batch = Array.from({ length: 50 }, (_, index) => start + index + 1);
    await Promise.all(
      batch.map((place) =>
        server.api.post('/api/talents', {
          ...sampleItems.talents,
          name: formatName(place),
          displayOrder: place,
          // Every third title takes several lines, so that the rows differ in height.
          ...(place % 3 === 0 && { title: 'Front desk lead, four medspa locations. '.repeat(3) }),
        }),
      ),
    );
  }
}

const getRow = (page: Page, name: string) =>
  getRows(page, talents).filter({
    has: page.getByRole('button', { name: `Edit ${name}`, exact: true }),
  });

test.describe('admin list of 1,000 talents', () => {
  test('renders only the rows near the viewport, with their position in the whole list, and finds the last one by search', async ({
    page,
  }) => {
    await page.goto('/admin?tab=talents');
    await expect(page.getByText('1,000 talents, in the order the site shows')).toBeVisible();
    await expect(getRow(page, formatName(1))).toHaveAttribute('aria-setsize', '1000');
    await expect(getRow(page, formatName(1))).toHaveAttribute('aria-posinset', '1');
    expect(await getRows(page, talents).count()).toBeLessThan(60);
    await page.keyboard.press('End');
    await expect(getRow(page, formatName(1_000))).toBeInViewport();
    await expect(getRow(page, formatName(1_000))).toHaveAttribute('aria-posinset', '1000');
    expect(await getRows(page, talents).count()).toBeLessThan(60);
    await page.getByRole('searchbox', { name: 'Search talents' }).fill('person 1000');
    await expect(page.getByText(/^1 of 1,000 talents/)).toBeVisible();
    await expect(getRows(page, talents)).toHaveCount(1);
    await page.getByRole('button', { name: 'Edit Person 1000' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue(
      'Person 1000',
    );
  });

  test('continues Tab navigation into newly rendered rows and keeps the focus while scrolling', async ({
    page,
  }) => {
    await page.goto('/admin?tab=talents');
    const edit = page.getByRole('button', { name: 'Edit Person 7', exact: true });
    await edit.focus();
    // Delete, then the next row's checkbox and its grip.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Reorder Person 8', exact: true })).toBeFocused();
    await page.evaluate(() => window.scrollTo(0, 30_000));
    await expect(getRow(page, formatName(1))).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reorder Person 8', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Move Person 8 up', exact: true })).toBeFocused();
    await expect(getRow(page, formatName(8))).toBeInViewport();
  });

  test('scrolls while a row is dragged to the edge of the window, and stores its new position', async ({
    page,
    server,
  }) => {
    await page.goto('/admin?tab=talents');
    await getRow(page, formatName(2)).scrollIntoViewIfNeeded();
    const box = await getRow(page, formatName(2)).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    if (!box) throw new Error('The row is not visible.');
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(x, height - 10, { steps: 8 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2_500);
    await page.mouse.move(x, height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(toast(page)).toContainText('Order updated');
    const place = (await fetchStoredNames(server, talents)).indexOf(formatName(2));
    expect(place).toBeGreaterThan(20);
    await expect(getRow(page, formatName(2))).toBeInViewport();
    await expect(getRow(page, formatName(2))).toHaveAttribute('aria-posinset', String(place + 1));
  });

  test('moves a row with the keyboard past the bottom of the screen', async ({ page, server }) => {
    await page.goto('/admin?tab=talents');
    const handle = page.getByRole('button', { name: 'Reorder Person 1', exact: true });
    await pickUp(page, 'Person 1', 'place 1 of 1000');
    for (let place = 2; place <= 25; place++) {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByText(`Person 1, place ${place} of 1000.`)).toBeAttached();
    }
    await expect(getRow(page, formatName(1))).toBeInViewport();
    await page.keyboard.press('Space');
    await expect(toast(page)).toContainText('Order updated');
    await expect(handle).toBeFocused();
    expect((await fetchStoredNames(server, talents)).indexOf(formatName(1))).toBe(24);
  });
});
