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
  const message = alert(page).filter({ hasText: `${name} could not be loaded` });
  await expect(message.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(message.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(message.getByRole('link', { name: 'book a call' })).toBeVisible();
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

  test('replaces an admin tab that throws and keeps the others, and lets a dialog close whose content throws', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await breakResponse(page, /\/api\/stats/);
    await page.goto('/admin?tab=hero-stats');
    await expect(alert(page)).toContainText('could not be loaded');
    await page.getByRole('navigation', { name: 'Admin' }).getByText('Talents').click();
    await expect(page.getByRole('searchbox', { name: 'Search talents' })).toBeVisible();
    await expect(alert(page)).toBeHidden();

    await breakResponse(page, /\/history/);
    const edit = page.getByRole('button', { name: 'Edit Marisol Vega' });
    await edit.click();
    const dialog = page.getByRole('dialog', { name: 'Edit Talent' });
    await dialog.getByText('History', { exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Edit Talent could not be loaded');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(edit).toBeVisible();
  });

  test('replaces the parts of the overview that throw and keeps the rest', async ({
    page,
    server,
    signIn,
  }) => {
    await signIn();
    await removeAllLeads(server);
    await page.route(/\/api\/funnel\//, (route) => route.fulfill({ json: { days: null } }));
    await page.route(/\/api\/setup$/, async (route) => {
      const setup = await (await route.fetch()).json();
      await route.fulfill({ json: { ...setup, isHidden: false, done: [], packageNames: null } });
    });
    await page.goto('/admin');
    for (const name of ['Visit statistics', 'The setup']) await expectMessage(page, name);
    await expect(page.getByText('No recent activity.')).toBeVisible();
    await expect(page.getByRole('heading', { name: /calls/i })).toBeVisible();
  });
});

test.describe('dialog of a lead that throws', () => {
  test.use({ allowErrors: /broken field|URIError/ });

  test('leaves the page of the lead working, and does not report its title, which contains a name', async ({
    page,
    server,
    signIn,
  }) => {
    const { id } = await createLead(server, {});
    await signIn();
    await page.goto(`/admin/leads/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
