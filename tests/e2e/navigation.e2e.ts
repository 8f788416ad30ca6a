import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { visit } from './lead-form';

/** Whether a section begins in sight: below the sticky header, and not far below. */
const isUnderHeader = (page: Page, id: string) =>
  page.evaluate((section) => {
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    const heading = document.querySelector(`#${section} h2`)?.getBoundingClientRect();
    const top = document.querySelector(`#${section}`)?.getBoundingClientRect().top ?? Number.NaN;
    const isInSight =
      heading !== undefined && heading.top >= bottom && heading.bottom <= innerHeight;
    return isInSight && top < innerHeight / 2;
  }, id);

async function expectLanded(page: Page, id: string): Promise<void> {
  await expect(page).toHaveURL(`/#${id}`);
  await expect.poll(() => isUnderHeader(page, id)).toBe(true);
}

const anchors = { 'Case Studies': 'case-studies', Pricing: 'pricing' };

for (const start of ['/', '/talent']) {
  test(`from ${start} the links to sections land under the header`, async ({ page }) => {
    for (const [name, id] of Object.entries(anchors)) {
      await visit(page, start);
      const header = page.getByRole('banner');
      await header.getByRole('link', { name, exact: true }).click();
      await expectLanded(page, id);
      await expect(header).toBeInViewport();
    }
  });
}

test('the header marks where one is', async ({ page }) => {
  await visit(page, '/');
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
  await expect(current).toHaveText('Home');
  await page.getByRole('link', { name: 'Case Studies' }).first().click();
  await expect(current).toHaveText('Case Studies');
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect(current).toHaveText('Pricing');
  await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
  await expect(current).toHaveText('Browse Talent');
  await expect(page.getByRole('heading', { name: 'Find the person for your desk' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(current).toHaveText('Home');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

for (const address of ['/', '/talent', '/enquiry']) {
  test(`on ${address} the first press of Tab offers to skip to the content`, async ({ page }) => {
    await visit(page, address);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
}

test.describe('the menu of a small screen', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('opens by its button and closes by it, by Escape and by a press beside it', async ({
    page,
  }) => {
    await visit(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.locator('summary[aria-label="Menu"]');
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Browse Talent',
      'Case Studies',
      'Pricing',
    ]);
    await button.click();
    await expect(menu).toBeHidden();

    await button.press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await page.mouse.click(200, 740);
    await expect(menu).toBeHidden();
  });

  test('closes when a section is chosen', async ({ page }) => {
    await visit(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    for (const [name, id] of Object.entries(anchors)) {
      await page.locator('summary[aria-label="Menu"]').click();
      await menu.getByRole('link', { name }).click();
      await expect(menu).toBeHidden();
      await expectLanded(page, id);
    }
  });

  test('closes when a call is booked, and gets the focus back', async ({ page }) => {
    await visit(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.locator('summary[aria-label="Menu"]');
    await button.click();
    await menu.getByRole('button', { name: 'Book Discovery Call' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Schedule a Discovery Call' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
});
