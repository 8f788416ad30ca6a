import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { visit } from './lead-form';

const lists = /\/api\/(stats|talents\/browse|case-studies|packages)$/;

/** Comes to the home page from a page that has read none of its lists: the browser reads them. */
async function goHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Crewbridge, home' }).first().click();
  await expect(page).toHaveURL('/');
}

test('while its lists load, the home page holds three places in each', async ({ page }) => {
  await visit(page, '/admin/login');
  const release = await holdRequests(page, lists);
  await goHome(page);
  const places = { talent: '.tc.wait', 'case-studies': '.case.wait', pricing: '.pc.wait' };
  for (const [section, place] of Object.entries(places)) {
    await expect(page.locator(`#${section} ${place}`)).toHaveCount(3);
  }
  await expect(page.getByText('Loading the talent profiles')).toBeAttached();
  release();
  await expect(page.getByText('Marisol Vega')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select Full PM' })).toBeVisible();
  await expect(page.locator('main .wait')).toHaveCount(0);
});

test('while its list loads, the talent page holds six places', async ({ page }) => {
  await visit(page, '/admin/login');
  const release = await holdRequests(page, lists);
  await goHome(page);
  await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
  await expect(page).toHaveURL('/talent');
  await expect(page.locator('.tc.wait')).toHaveCount(6);
  await expect(page.getByText(/^Showing/)).toHaveCount(0);
  release();
  await expect(page.getByText('Showing 24 professional(s)')).toBeVisible();
  await expect(page.locator('.tc.wait')).toHaveCount(0);
});

test.describe('when lists cannot be read', () => {
  test.use({ allowErrors: /status of 500/ });

  test('each section says so, and "Try again" brings it', async ({ page }) => {
    await visit(page, '/admin/login');
    await page.route(lists, (route) => route.fulfill({ status: 500 }));
    await goHome(page);
    const failed = (what: string) =>
      page.getByText(`The ${what} could not be loaded. Check your connection, then try again.`);
    for (const what of ['numbers', 'talent profiles', 'case studies', 'packages']) {
      await expect(failed(what)).toBeVisible();
    }
    // The rest of the page stands.
    await expect(page.getByText('Trusted By Leading Franchise Brands')).toBeVisible();

    const talent = page.locator('#talent');
    await talent.getByRole('button', { name: 'Try again' }).click();
    await expect(talent.getByText('The talent profiles still could not be loaded.')).toBeVisible();
    await page.unroute(lists);
    await talent.getByRole('button', { name: 'Try again' }).click();
    await expect(talent.getByText('Marisol Vega')).toBeVisible();
    const pricing = page.locator('#pricing');
    await pricing.getByRole('button', { name: 'Try again' }).click();
    await expect(pricing.getByRole('button', { name: 'Select Light PM' })).toBeVisible();
    await expect(failed('case studies')).toBeVisible();
  });
});

test.describe('before there is any content', () => {
  test.use({ settings: { DEMO_CONTENT: 'false' } });

  test('the home page says what is coming, and still leads on', async ({ page }) => {
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
    await expect(page.getByRole('dialog', { name: 'Get Started with Crewbridge' })).toBeVisible();
  });

  test('the talent page says that no one was found', async ({ page }) => {
    await visit(page, '/talent?role=Receptionist');
    await expect(page.getByText('Showing 0 professional(s)')).toBeVisible();
    await expect(page.getByText('No talent found matching your criteria.')).toBeVisible();
  });
});
