import type { Locator, Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead } from './leads';

test.use({ allowErrors: /status of (500|503)/ });
test.beforeEach(({ signIn }) => signIn());

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Fails when the notification lies on the dialog's title or on one of its buttons, or off the screen. */
async function expectClear(page: Page, dialog: Locator): Promise<void> {
  await expect(toast(page)).toBeVisible();
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    const place = await boxOf(toast(page));
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.y).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(screen.width);
    expect(place.y + place.height).toBeLessThanOrEqual(screen.height);
    const parts = [
      dialog.getByRole('heading').first(),
      dialog.getByRole('button', { name: 'Close', exact: true }),
      ...(await dialog.locator('.dlg-f button:visible').all()),
    ];
    for (const part of parts) expect(overlaps(place, await boxOf(part))).toBe(false);
  }).toPass({ timeout: 5_000 });
}

/** The WCAG contrast ratio of two colors as `getComputedStyle` has them ("rgb(1, 2, 3)"). */
function contrastRatio(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((color) => {
    const [r = 0, g = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((digits) => {
      const value = Number(digits) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
  });
  return Math.max(a, b) / Math.min(a, b);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode, a notification`, () => {
    test.use({ colorScheme });

    test('has an edge that stands out from the dialog behind it', async ({ page, server }) => {
      await fillList(server, adminList('talents'), ['Ana']);
      await page.goto('/admin?tab=talents');
      await page.route(/\/api\/talents\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
      await page.getByRole('button', { name: 'Delete Ana' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toBeVisible();
      const edge = await toast(page).evaluate((element) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(element);
        return { color: borderTopColor, width: borderTopWidth };
      });
      const surface = await question.evaluate(
        (element) => getComputedStyle(element).backgroundColor,
      );
      expect(edge.width).toBe('1px');
      expect(contrastRatio(edge.color, surface)).toBeGreaterThanOrEqual(3);
    });
  });
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`at ${width} px, a notification`, () => {
    test.use({ viewport: { width, height } });

    test('covers neither title nor buttons of the lead dialog', async ({ page, server }) => {
      await createLead(server, { companyName: `Toasted ${width}` });
      await page.route(/\/api\/leads\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
      await page.goto('/admin?tab=leads');
      await page.getByRole('button', { name: `Edit Toasted ${width}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Update Lead Status' });
      await dialog.getByLabel('Status').selectOption('contacted');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expectClear(page, dialog);
    });

    test('covers neither title nor buttons of an item form', async ({ page, server }) => {
      await fillList(server, adminList('talents'), ['Ana']);
      await page.route(/\/api\/talents\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
      await page.goto('/admin?tab=talents');
      await page.getByRole('button', { name: 'Edit Ana' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Talent' });
      await dialog.getByLabel('Name', { exact: true }).fill('Ana Lucía');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await expectClear(page, dialog);
    });

    test('covers neither title nor buttons of a question', async ({ page, server }) => {
      await fillList(server, adminList('talents'), ['Ana']);
      await page.route(/\/api\/talents\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
      await page.goto('/admin?tab=talents');
      await page.getByRole('button', { name: 'Delete Ana' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expectClear(page, dialog);
    });

    test('moves out of the way of a dialog that opens later', async ({ page, server }) => {
      await fillList(server, adminList('talents'), ['Ana', 'Ben']);
      await page.goto('/admin?tab=talents');
      await page.getByRole('button', { name: 'Move Ana down' }).click();
      await expect(toast(page)).toContainText('Order updated');
      await page.getByRole('button', { name: 'Edit Ben' }).click();
      await expectClear(page, page.getByRole('dialog', { name: 'Edit Talent' }));
    });
  });
}
