import type { Page } from '@playwright/test';
import { adminLists, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { fillToLastStep, leadForm, visit } from './lead-form';

test.use({ sharedSite: 'demo content' });

/** The items of a list's placeholder, which assistive technology does not see. */
const placeholder = '[aria-busy=true] > [aria-hidden=true] > ul > li';

const listUrls = /\/api\/(stats|talents\/(browse|home)|case-studies|packages)$/;

/** Navigates to the home page from a page without its lists, so that the browser requests them. */
async function goHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Crewbridge, home' }).first().click();
  await expect(page).toHaveURL('/');
}

test.describe('public lists', () => {
  test('the home page shows three placeholders in each list while it loads, and the talent page six', async ({
    page,
  }) => {
    await visit(page, '/admin/login');
    const release = await holdRequests(page, listUrls);
    await goHome(page);
    for (const section of ['talent', 'case-studies', 'pricing']) {
      await expect(page.locator(`#${section}`).locator(placeholder)).toHaveCount(3);
    }
    await expect(page.getByText('Loading the talent profiles')).toBeAttached();
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page).toHaveURL('/talent');
    await expect(page.locator('main').locator(placeholder)).toHaveCount(6);
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
    release();
    await expect(page.getByText('Showing 24 professional(s)')).toBeVisible();
    await expect(page.locator('main').locator(placeholder)).toHaveCount(0);
    await goHome(page);
    await expect(page.getByText('Marisol Vega')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Select Full PM' })).toBeVisible();
    await expect(page.locator('main').locator(placeholder)).toHaveCount(0);
  });

  test.describe('when loading fails', () => {
    test.use({ allowErrors: /status of 500/ });

    test('each section of the home page shows an error, and "Try again" loads that section', async ({
      page,
    }) => {
      await visit(page, '/admin/login');
      await page.route(listUrls, (route) => route.fulfill({ status: 500 }));
      await goHome(page);
      const getError = (what: string) =>
        page.getByText(`The ${what} could not be loaded. Check your connection, then try again.`);
      for (const what of ['numbers', 'talent profiles', 'case studies', 'packages']) {
        await expect(getError(what)).toBeVisible();
      }
      // The rest of the page stays usable.
      await expect(page.getByText('Trusted By Leading Franchise Brands')).toBeVisible();

      const talent = page.locator('#talent');
      await talent.getByRole('button', { name: 'Try again' }).click();
      await expect(
        talent.getByText('The talent profiles still could not be loaded.'),
      ).toBeVisible();
      await page.unroute(listUrls);
      await talent.getByRole('button', { name: 'Try again' }).click();
      await expect(talent.getByText('Marisol Vega')).toBeVisible();
      const pricing = page.locator('#pricing');
      await pricing.getByRole('button', { name: 'Try again' }).click();
      await expect(pricing.getByRole('button', { name: 'Select Light PM' })).toBeVisible();
      await expect(getError('case studies')).toBeVisible();
    });
  });

  test.describe('without any content', () => {
    test.use({ sharedSite: 'own lists' });

    test.beforeEach(async ({ server }) => {
      for (const list of adminLists) await fillList(server, list, []);
    });

    test('the home page says what is coming and still opens the lead form, which asks about no package', async ({
      page,
    }) => {
      await visit(page, '/');
      const empty = {
        talent: 'No talent profiles available yet. Check back soon!',
        'case-studies': 'Case studies coming soon!',
        pricing: 'Pricing packages coming soon!',
      };
      for (const [section, text] of Object.entries(empty)) {
        await expect(page.locator(`#${section}`).getByText(text, { exact: true })).toBeVisible();
      }
      await expect(page.getByRole('list', { name: 'In numbers' })).toHaveCount(0);
      await page.locator('#pricing').getByRole('button').click();
      await fillToLastStep(leadForm(page), 'No Packages');
      await expect(leadForm(page).getByLabel('Interested package')).toHaveCount(0);
    });
  });
});
