import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { createLead, removeAllLeads } from './leads';
import { accept, allPlatforms, banner } from './platforms';

test.use({
  sharedSite: 'demo content',
  // React logs what a boundary has caught. The platform's error is thrown by the test.
  allowErrors: /TypeError|broken platform/,
  // Reports of bots are not stored, and a headless browser counts as one.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

const alert = (page: Page) => page.getByRole('alert');

/** Makes the API respond with data that no component can show. */
const breakResponse = (page: Page, url: RegExp) =>
  page.route(url, (route) => route.fulfill({ json: [null, 1] }));

async function expectMessage(page: Page, name: string): Promise<void> {
  await expect(alert(page)).toContainText(`${name} could not be loaded`);
  await expect(alert(page).getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(alert(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(alert(page).getByRole('link', { name: 'book a call' })).toBeVisible();
}

test.describe('error boundary', () => {
  test('replaces a page that throws, reports the error to the owner, and reloads', async ({
    page,
    signIn,
  }) => {
    await page.route('**/api/talents/browse*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), talents: [null] } });
    });
    await visit(page, '/talent');
    const report = page.waitForRequest(/\/api\/client-errors/);
    await page.getByLabel('Operations Manager').click();
    await expectMessage(page, 'The page');
    expect((await report).postDataJSON()).toEqual({
      message: expect.stringMatching(/^TypeError: /),
      component: 'The page',
      release: expect.stringMatching(/^client-[\w-]+\.js$/),
    });
    await page.unrouteAll();
    await alert(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Showing 5 professional(s)', { exact: true })).toBeVisible();

    await signIn();
    await page.goto('/admin');
    const errors = page.getByRole('region', { name: 'Errors in browsers' });
    await expect(errors.getByRole('listitem')).toContainText(/TypeError: .*The page · Chrome 140/);
  });

  test('replaces an admin tab that throws and keeps the other tabs', async ({ page, signIn }) => {
    await signIn();
    await breakResponse(page, /\/api\/stats/);
    await page.goto('/admin?tab=hero-stats');
    await expect(alert(page)).toContainText('could not be loaded');
    await page.getByRole('navigation', { name: 'Admin' }).getByText('Packages').click();
    await expect(page.getByRole('searchbox', { name: 'Search packages' })).toBeVisible();
    await expect(alert(page)).toBeHidden();
  });

  test('replaces a part of the overview that throws and keeps the rest', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.route(/\/api\/funnel\//, (route) => route.fulfill({ json: { days: null } }));
    await page.goto('/admin');
    await expectMessage(page, 'Visit statistics');
    await expect(page.getByRole('heading', { name: /calls/i })).toBeVisible();
  });

  test('replaces the content of a dialog that throws and lets it close', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/admin?tab=talents');
    await breakResponse(page, /\/history/);
    await page.getByRole('button', { name: 'Edit Marisol Vega' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Talent' });
    await dialog.getByText('History', { exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Edit Talent could not be loaded');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit Marisol Vega' })).toBeVisible();
  });
});

test.describe('setup checklist that throws', () => {
  test('leaves the rest of the overview working', async ({ page, server, signIn }) => {
    await signIn();
    await removeAllLeads(server);
    await page.route(/\/api\/setup$/, async (route) => {
      const setup = await (await route.fetch()).json();
      await route.fulfill({ json: { ...setup, isHidden: false, done: [], packageNames: null } });
    });
    await page.goto('/admin');
    await expectMessage(page, 'The setup');
    await expect(page.getByText('No recent activity.')).toBeVisible();
  });
});

test.describe('dialog of a lead that throws', () => {
  test.use({ allowErrors: /broken field|URIError/ });

  const openMail = async (page: Page, server: Parameters<typeof createLead>[0]) => {
    const { id } = await createLead(server, {});
    await page.goto(`/admin/leads/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

  test('does not report its title, which contains a name', async ({ page, server, signIn }) => {
    await signIn();
    await openMail(page, server);
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      Object.defineProperty(HTMLTextAreaElement.prototype, 'value', {
        configurable: true,
        ...(get && { get }),
        set: () => {
          throw new TypeError('broken field');
        },
      });
    });
    const report = page.waitForRequest(/\/api\/client-errors/);
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Mail to Olga Brenner' });
    await expect(dialog.getByRole('alert')).toContainText('This dialog could not be loaded');
    expect((await report).postDataJSON()).toMatchObject({
      message: 'TypeError: broken field',
      component: 'This dialog',
    });
  });

  test('leaves the page of the lead working', async ({ page, server, signIn }) => {
    await signIn();
    await openMail(page, server);
    await page.route('**/api/settings', async (route) => {
      const settings = await (await route.fetch()).json();
      // No URL can contain half of a surrogate pair.
      settings.fields.replyTemplates = {
        value: [{ name: 'Half', subject: '\ud83d', body: 'Half' }],
      };
      await route.fulfill({ json: settings });
    });
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    await expectMessage(page, 'This dialog');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('tracking platform that throws', () => {
  test.use({ settings: allPlatforms });

  test('stops neither the banner nor the other platforms', async ({ page, platforms }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'fbq', {
        get: () => {
          throw new Error('broken platform');
        },
      }),
    );
    await visit(page, '/');
    const report = page.waitForRequest(/\/api\/client-errors/);
    await accept(page);
    await expect(banner(page)).toBeHidden();
    await expect
      .poll(() => platforms.eventNames())
      .toEqual(['analytics page_view', 'linkedin page', 'tag-manager page_view']);
    expect((await report).postDataJSON()).toMatchObject({ component: 'Tracking' });
  });
});
