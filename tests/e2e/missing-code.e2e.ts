import type { Page } from '@playwright/test';
import { adminList, fillList, getRows } from './admin-lists';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

const talents = adminList('talents');

test.use({
  allowErrors:
    /Failed to load resource|Failed to fetch dynamically|net::ERR_|error loading|preload CSS/i,
});

/** Has the server lack a part's code, as that of a newer release does. @returns gives it back */
async function withhold(page: Page, part: string): Promise<() => void> {
  let isMissing = true;
  await page.route(new RegExp(`/assets/${part}-[^/]+\\.js$`), (route) =>
    isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  return () => {
    isMissing = false;
  };
}

const views = [
  { part: 'CallsView', view: 'Calls', name: 'Calls', works: 'Upcoming calls|Coming calls' },
  { part: 'SecurityView', view: 'Security', name: 'Security', works: 'Second factor' },
];

test.describe('when its code is missing, the admin area', () => {
  test.beforeEach(({ signIn }) => signIn());

  for (const { part, view, name, works } of views) {
    test(`says so in place of ${view}, goes on, and reloads on demand`, async ({ page }) => {
      const give = await withhold(page, part);
      await page.goto('/admin?tab=talents');
      await page.getByRole('banner').getByRole('link', { name: view }).click();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`${name} could not be loaded`);
      await page.getByRole('navigation', { name: 'Admin' }).getByText('Packages').click();
      await expect(page.getByRole('searchbox', { name: 'Search packages' })).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: view }).click();
      give();
      await alert.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { name: new RegExp(works) })).toBeVisible();
    });
  }

  test('says so in place of the figures of the overview', async ({ page }) => {
    await withhold(page, 'Funnel');
    await page.goto('/admin');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /calls/i })).toBeVisible();
  });

  test('says that a form could not be opened, and keeps the search', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await withhold(page, 'ItemDialog');
    await page.goto('/admin?tab=talents');
    await page.getByRole('searchbox', { name: 'Search talents' }).fill('Ana');
    await page.getByRole('button', { name: 'Edit Ana' }).click();
    await expect(toast(page)).toContainText('Something went wrong. Please try again.');
    await expect(page.getByRole('searchbox', { name: 'Search talents' })).toHaveValue('Ana');
  });

  test('stays on the page when the server is out of reach', async ({ page, context }) => {
    await page.goto('/admin');
    await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'Security' }).click();
    const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' });
    await reload.click();
    await expect(toast(page)).toContainText('Failed to connect to server');
    await expect(reload).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'View site' }).click();
    await expect(toast(page)).toContainText("You're offline");
    await expect(page.getByRole('banner').getByRole('link', { name: 'Security' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('banner').getByRole('link', { name: 'Security' }).click();
    await reload.click();
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  });
});

test.describe('an old tab of the admin area', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('reloads itself once after a release, with what was typed', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    await page.getByRole('searchbox', { name: 'Search talents' }).fill('Ana');
    await expect(getRows(page, talents)).toHaveCount(1);
    const give = await withhold(page, 'ItemDialog');
    // The question which release the server has says "a newer one"; the reload then gets it.
    await page.route(/\/admin$/, async (route) => {
      const response = await route.fetch();
      give();
      const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
      await route.fulfill({ response, body });
    });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Edit Ana' }).click();
    await reloaded;
    await expect(page.getByRole('searchbox', { name: 'Search talents' })).toHaveValue('Ana');
    await expect(getRows(page, talents)).toHaveCount(1);
    await page.getByRole('button', { name: 'Edit Ana' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Talent' })).toBeVisible();
  });

  test('is not reloaded by hovering over a button, only by pressing it', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await withhold(page, 'ItemDialog');
    await page.goto('/admin?tab=talents');
    let releaseChecks = 0;
    await page.route(/\/admin$/, async (route) => {
      releaseChecks += 1;
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
      await route.fulfill({ response, body });
    });
    const edit = page.getByRole('button', { name: 'Edit Ana' });
    const missing = page.waitForResponse(/\/assets\/ItemDialog-/);
    await edit.hover();
    await missing;
    const stillMissing = page.waitForResponse(/\/assets\/ItemDialog-/);
    await page.getByRole('button', { name: 'Edit Ben' }).focus();
    await stillMissing;
    await page.getByRole('searchbox', { name: 'Search talents' }).fill('Ana');
    await expect(getRows(page, talents)).toHaveCount(1);
    expect(releaseChecks).toBe(0);
    const reloaded = page.waitForEvent('load');
    await edit.click();
    await reloaded;
    expect(releaseChecks).toBe(1);
  });

  test('does not reload again and again when the code stays missing', async ({ page }) => {
    await withhold(page, 'CallsView');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/admin');
    await page.route(/\/admin$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
      const isAsked = route.request().resourceType() === 'fetch';
      await route.fulfill(isAsked ? { response, body } : { response });
    });
    await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
    await expect(page.getByRole('alert')).toContainText('Calls could not be loaded');
    expect(loads).toBe(2);
  });

  test('does not reload again and again between two releases behind one address', async ({
    page,
  }) => {
    await page.route(/\/CallsView-[^/]+\.js$/, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.route('**/assets/release-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    // Whoever asks for the release is sent to the other one.
    let isOther = false;
    await page.route(/\/admin(\?.*)?$/, async (route) => {
      if (route.request().resourceType() === 'fetch') isOther = !isOther;
      const response = await route.fetch();
      const entry = `<script type="module" src="/assets/release-${isOther ? 'b' : 'a'}.js"></script>`;
      const body = (await response.text()).replace('<script type="module"', `${entry}$&`);
      await route.fulfill({ response, body });
    });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/admin');
    await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
    await expect(page.getByRole('alert')).toContainText('Calls could not be loaded');
    expect(loads).toBe(3);
  });
});

test.describe('when the code that shows them is missing, notifications', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('keep their action', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await withhold(page, 'ToastView');
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Delete Ana' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Deleted successfully');
    await alert.getByRole('button', { name: 'Undo' }).click();
    await expect(alert).toContainText('Restored');
    await expect(getRows(page, talents)).toHaveCount(2);
  });

  test('are announced while a dialog is open', async ({ page, server }) => {
    await fillList(server, talents, ['Ana']);
    await withhold(page, 'ToastView');
    await page.route(/\/api\/talents\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Delete Ana' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to delete. Please try again.');
    await expect(question).toBeVisible();
  });

  test('are announced once again as soon as it can be had', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    const give = await withhold(page, 'ToastView');
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Move Ana down' }).click();
    const plain = page.locator('.toast-plain');
    await expect(plain).toContainText('Order updated');
    await expect(plain).toHaveCount(0, { timeout: 15_000 });
    give();
    // Every plain notification from now on, however short it is on show.
    await page.evaluate(() => {
      document.body.dataset.plain = 'none';
      new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
        const isPlain = (node: Node) =>
          node instanceof HTMLElement && node.classList.contains('toast-plain');
        if (added.some(isPlain)) document.body.dataset.plain = 'shown';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Move Ana up' }).click();
    await expect(toast(page)).toContainText('Order updated');
    await expect(page.locator('body')).toHaveAttribute('data-plain', 'none');
  });
});
