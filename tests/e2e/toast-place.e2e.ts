import type { Locator, Page } from '@playwright/test';
import { adminList, openList } from './admin-lists';
import { everySize } from './axe';
import { expect, test, withMotion } from './fixtures';
import { keepToast, toast } from './lead-form';
import { createLead, openLead, type Site } from './leads';

test.use({ sharedSite: 'own lists', ...withMotion, allowErrors: /status of (500|503)/ });
test.beforeEach(({ signIn }) => signIn());

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function measureBox(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  return box;
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Expects the toast to be fully on the screen and to cover neither the dialog's title nor its
 * buttons.
 */
async function expectNoOverlap(page: Page, dialog: Locator): Promise<void> {
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    const place = await measureBox(toast(page));
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.y).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(screen.width);
    expect(place.y + place.height).toBeLessThanOrEqual(screen.height);
    const parts = [
      dialog.getByRole('heading').first(),
      dialog.getByRole('button', { name: 'Close', exact: true }),
      ...(await dialog.locator('[data-part=footer] button:visible').all()),
    ];
    for (const part of parts) expect(overlaps(place, await measureBox(part))).toBe(false);
  }).toPass();
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

/** Expects that the toast's border stands out from the dialog behind it. */
async function expectBorder(page: Page, dialog: Locator): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const edge = await toast(page).evaluate((element) => {
      const { borderTopColor, borderTopWidth } = getComputedStyle(element);
      return { color: borderTopColor, width: borderTopWidth };
    });
    const surface = await dialog.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(edge.width).toBe('1px');
    expect(contrastRatio(edge.color, surface), colorScheme).toBeGreaterThanOrEqual(3);
  }
}

/** Ways to a toast beside an open dialog, which they return. */
const dialogs: Record<string, (page: Page, server: Site) => Promise<Locator>> = {
  'the lead dialog': async (page, server) => {
    const { id } = await createLead(server, { companyName: 'Toasted' });
    await page.route(`**/api/leads/${id}`, (route) => route.fulfill({ status: 500 }));
    const dialog = await openLead(page, 'Toasted');
    await dialog.getByLabel('Status').selectOption('contacted');
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  },
  'an item form': async (page) => {
    await page.getByRole('button', { name: 'Edit Ana' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Talent' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ana Lucía');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    return dialog;
  },
  'the delete confirmation': async (page) => {
    await page.getByRole('button', { name: 'Delete Ana' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    return dialog;
  },
  'a dialog that opens later': async (page) => {
    await page.getByRole('button', { name: 'Move Ana down' }).click();
    await expect(toast(page)).toContainText('Order updated');
    await keepToast(page);
    await page.getByRole('button', { name: 'Edit Ben' }).click();
    return page.getByRole('dialog', { name: 'Edit Talent' });
  },
};

for (const [name, openDialog] of Object.entries(dialogs)) {
  test(`a toast has a border with a contrast of 3:1 to ${name}, and covers neither its title nor its buttons on any screen`, async ({
    page,
    server,
  }) => {
    await openList(page, server, adminList('talents'), ['Ana', 'Ben']);
    await page.route(/\/api\/talents\/[\da-f-]{36}$/, (route) => route.fulfill({ status: 500 }));
    const dialog = await openDialog(page, server);
    await keepToast(page);
    for (const size of everySize) {
      await page.setViewportSize(size);
      await expectNoOverlap(page, dialog);
    }
    await expectBorder(page, dialog);
  });
}
