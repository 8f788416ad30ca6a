import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { visit } from './lead-form';

test.use({ sharedSite: 'demo content' });

/**
 * Checks that a section starts in the upper half of the screen, with its heading below the sticky
 * header.
 */
const isBelowHeader = (page: Page, id: string) =>
  page.evaluate((section) => {
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    const heading = document.querySelector(`#${section} h2`)?.getBoundingClientRect();
    const top = document.querySelector(`#${section}`)?.getBoundingClientRect().top ?? Number.NaN;
    const isHeadingVisible =
      heading !== undefined && heading.top >= bottom && heading.bottom <= innerHeight;
    return isHeadingVisible && top < innerHeight / 2;
  }, id);

async function expectScrolledTo(page: Page, id: string): Promise<void> {
  await expect(page).toHaveURL(`/#${id}`);
  await expect.poll(() => isBelowHeader(page, id)).toBe(true);
}

const anchors = { 'Case Studies': 'case-studies', Pricing: 'pricing' };

test.describe('header navigation', () => {
  test('section links scroll to the section below the sticky header', async ({ page }) => {
    for (const start of ['/', '/talent']) {
      await visit(page, start);
      for (const [name, id] of Object.entries(anchors)) {
        const header = page.getByRole('banner');
        await header.getByRole('link', { name, exact: true }).click();
        await expectScrolledTo(page, id);
        await expect(header).toBeInViewport();
      }
    }
  });

  test('the link of the current page or section is marked with aria-current', async ({ page }) => {
    await visit(page, '/');
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
    await expect(current).toHaveText('Home');
    await page.getByRole('link', { name: 'Case Studies' }).first().click();
    await expect(current).toHaveText('Case Studies');
    await page.getByRole('link', { name: 'Pricing' }).first().click();
    await expect(current).toHaveText('Pricing');
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(current).toHaveText('Browse Talent');
    await expect(
      page.getByRole('heading', { name: 'Find the person for your desk' }),
    ).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
    await expect(current).toHaveText('Home');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('the first Tab focuses a skip link that moves the focus to the main content', async ({
    page,
  }) => {
    for (const address of ['/', '/talent', '/enquiry']) {
      await visit(page, address);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip, address).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    }
  });
});

test.describe('mobile menu', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('opens by its button, and closes by the button, by Escape and by a click outside', async ({
    page,
  }) => {
    await visit(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.locator('summary[aria-label="Menu"]');
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Cover My Day',
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

  test('closes when a section link is clicked, which scrolls there, and when the scheduling dialog opens', async ({
    page,
  }) => {
    // As on a slow machine: the dialog has returned the focus before its history entry is gone.
    await page.addInitScript(() => {
      const { go } = History.prototype;
      History.prototype.go = function goLate(delta) {
        setTimeout(() => go.call(this, delta), 100);
      };
    });
    await visit(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.locator('summary[aria-label="Menu"]');
    for (const [name, id] of Object.entries(anchors)) {
      await button.click();
      await menu.getByRole('link', { name }).click();
      await expect(menu).toBeHidden();
      await expectScrolledTo(page, id);
    }
    await button.click();
    await menu.getByRole('button', { name: 'Book Discovery Call' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Schedule a Discovery Call' })).toBeVisible();
    const hasGoneBack = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', () =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
        }),
    );
    await page.keyboard.press('Escape');
    await hasGoneBack;
    await expect(button).toBeFocused();
  });
});
