import type { Page } from '@playwright/test';
import { adminList, fillList, getRows } from './admin-lists';
import { endStaticDelay } from './end-static-delay';
import { expect, test } from './fixtures';
import { setOffline } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';

const talents = adminList('talents');

test.use({
  sharedSite: 'own lists',
  allowErrors:
    /Failed to load resource|Failed to fetch dynamically|net::ERR_|error loading|preload CSS/i,
});

/**
 * Makes a chunk respond with 404, as after a deployment of a newer release.
 * @returns a function that restores it
 */
async function removeChunk(page: Page, chunk: string): Promise<() => void> {
  let isMissing = true;
  await page.route(new RegExp(`/assets/${chunk}-[^/]+\\.js$`), (route) =>
    isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  return () => {
    isMissing = false;
  };
}

/** Lets the page's release check see new asset names, so that the page reloads itself. */
const announceRelease = (page: Page, onCheck: () => void) =>
  page.route(/\/admin$/, async (route) => {
    const response = await route.fetch();
    onCheck();
    const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
    await route.fulfill({ response, body });
  });

test.describe('page whose code is missing', () => {
  for (const { path, chunk } of [
    { path: '/admin', chunk: 'AdminPage' },
    { path: '/admin', chunk: 'client' },
    { path: '/talent', chunk: 'TalentPage' },
  ]) {
    test(`${path} says so and loads after Reload when ${chunk} is missing`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const restoreChunk = await removeChunk(page, chunk);
      await page.goto(path);
      const notice = page.getByText('Part of this page could not be loaded.');
      // Without its entry script, the page can't know that the rest is missing.
      if (chunk === 'client') await endStaticDelay(page);
      await expect(notice).toBeVisible();
      await expect(page.getByText('Checking authentication...')).toBeHidden();
      restoreChunk();
      await notice.getByRole('link', { name: 'Reload' }).click();
      const loaded =
        path === '/admin'
          ? page.getByRole('list', { name: 'Summary' })
          : page.locator('[data-live] main');
      await expect(loaded).toBeVisible();
      await expect(notice).toBeHidden();
    });
  }
});

test.describe('admin area with a missing chunk', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('shows an error in place of a missing part, keeps the others and the search text, and loads the part after Reload', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    const restoreChunk = await removeChunk(page, 'CallsView');
    await removeChunk(page, 'Funnel');
    await removeChunk(page, 'ItemDialog');
    const alert = page.getByRole('alert');
    await test.step('the figures of the overview', async () => {
      await page.goto('/admin');
      await expect(alert).toContainText('could not be loaded');
      await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible();
      await expect(page.getByRole('heading', { name: /calls/i })).toBeVisible();
    });
    await test.step('the form of an item', async () => {
      await page.getByRole('navigation', { name: 'Admin' }).getByText('Talents').click();
      await page.getByRole('searchbox', { name: 'Search talents' }).fill('Ana');
      await page.getByRole('button', { name: 'Edit Ana' }).click();
      await expect(toast(page)).toContainText('Something went wrong. Please try again.');
      await expect(page.getByRole('searchbox', { name: 'Search talents' })).toHaveValue('Ana');
    });
    await test.step('a view', async () => {
      const calls = page.getByRole('banner').getByRole('link', { name: 'Calls' });
      await calls.click();
      await expect(alert).toContainText('Calls could not be loaded');
      await page.getByRole('navigation', { name: 'Admin' }).getByText('Packages').click();
      await expect(page.getByRole('region', { name: 'Packages' })).toBeVisible();
      await calls.click();
      restoreChunk();
      await alert.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { name: /Upcoming calls/ })).toBeVisible();
    });
  });

  test('stays on the page while the server is unreachable, and loads the view once it is back', async ({
    page,
  }) => {
    await page.goto('/admin');
    await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible();
    // The code that reports a failure loads after the page.
    await page.waitForLoadState('networkidle');
    await setOffline(page, true);
    await page.getByRole('banner').getByRole('link', { name: 'Security' }).click();
    const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' });
    await reload.click();
    await expect(toast(page)).toContainText('Failed to connect to server');
    await expect(reload).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'View site' }).click();
    await expect(toast(page)).toContainText("You're offline");
    await expect(page.getByRole('banner').getByRole('link', { name: 'Security' })).toBeVisible();
    await setOffline(page, false);
    await page.getByRole('banner').getByRole('link', { name: 'Security' }).click();
    await reload.click();
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  });
});

test.describe('admin tab that was opened before a release', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('reloads itself when a chunk is gone that a click needs, not on hover or focus, and keeps the search text', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    const restoreChunk = await removeChunk(page, 'ItemDialog');
    await page.goto('/admin?tab=talents');
    let releaseChecks = 0;
    await announceRelease(page, () => {
      releaseChecks += 1;
      restoreChunk();
    });
    const edit = page.getByRole('button', { name: 'Edit Ana' });
    const missing = page.waitForResponse(/\/assets\/ItemDialog-/);
    await edit.hover();
    await missing;
    const stillMissing = page.waitForResponse(/\/assets\/ItemDialog-/);
    await page.getByRole('button', { name: 'Edit Ben' }).focus();
    await stillMissing;
    const search = page.getByRole('searchbox', { name: 'Search talents' });
    await search.fill('Ana');
    await expect(getRows(page, talents)).toHaveCount(1);
    expect(releaseChecks).toBe(0);
    const reloaded = page.waitForEvent('load');
    await edit.click();
    await reloaded;
    expect(releaseChecks).toBe(1);
    await expect(search).toHaveValue('Ana');
    await expect(getRows(page, talents)).toHaveCount(1);
    await edit.click();
    await expect(page.getByRole('dialog', { name: 'Edit Talent' })).toBeVisible();
  });

  test('keeps a note to a lead when it reloads itself, in the page and not in its storage', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Noted Before' });
    const restoreChunk = await removeChunk(page, 'CallsView');
    await announceRelease(page, restoreChunk);
    await page.goto(`/admin/leads/${id}`);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('She wants two');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
    await reloaded;
    await expect(page.getByRole('heading', { name: /Upcoming calls/ })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('She wants');
    await page.getByRole('navigation', { name: 'Admin' }).getByText('Leads').click();
    await page.getByRole('link', { name: 'Noted Before' }).click();
    await expect(note).toHaveValue('She wants two');
    await note.fill('');
    await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'Noted Before' }).click();
    await expect(note).toHaveValue('');
  });

  test('reloads only once when the chunk stays missing', async ({ page }) => {
    await removeChunk(page, 'CallsView');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/admin');
    await page.route(/\/admin$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('/assets/', '/assets/newer-');
      const isReleaseCheck = route.request().resourceType() === 'fetch';
      await route.fulfill(isReleaseCheck ? { response, body } : { response });
    });
    await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
    await expect(page.getByRole('alert')).toContainText('Calls could not be loaded');
    await expect.poll(() => loads).toBe(2);
  });

  test('stops reloading when a load balancer alternates between two releases', async ({ page }) => {
    await page.route(/\/CallsView-[^/]+\.js$/, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.route('**/assets/release-[ab].js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    // Each release check reaches the other release.
    let isSecondRelease = false;
    await page.route(/\/admin(\?.*)?$/, async (route) => {
      if (route.request().resourceType() === 'fetch') isSecondRelease = !isSecondRelease;
      const response = await route.fetch();
      const entry = `<script type="module" src="/assets/release-${isSecondRelease ? 'b' : 'a'}.js"></script>`;
      const body = (await response.text()).replace('<script type="module"', `${entry}$&`);
      await route.fulfill({ response, body });
    });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/admin');
    await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
    // After two reloads.
    await expect(page.getByRole('alert')).toContainText('Calls could not be loaded');
    await expect.poll(() => loads).toBe(3);
  });
});

test.describe('notifications without the ToastView chunk', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('keep their Undo button, and appear as an alert while a dialog is open', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await removeChunk(page, 'ToastView');
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Delete Ana' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Deleted successfully');
    await alert.getByRole('button', { name: 'Undo' }).click();
    await expect(alert).toContainText('Restored');
    await expect(getRows(page, talents)).toHaveCount(2);

    await page.route(/\/api\/talents\/(?!all$)[^/]+$/, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Delete Ana' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(alert).toContainText('Failed to delete. Please try again.');
    await expect(question).toBeVisible();
  });

  test('use ToastView again as soon as the chunk loads', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    const restoreChunk = await removeChunk(page, 'ToastView');
    await page.clock.install();
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Move Ana down' }).click();
    const plain = page.locator('body > [role=alert]');
    await expect(plain).toContainText('Order updated');
    await page.clock.fastForward(6_000);
    await expect(plain).toHaveCount(0);
    restoreChunk();
    // Records every fallback notification from now on, even one that is only briefly visible.
    await page.evaluate(() => {
      document.body.dataset.plain = 'none';
      new MutationObserver((records) => {
        const added = records
          .filter(({ target }) => target === document.body)
          .flatMap(({ addedNodes }) => [...addedNodes]);
        const isPlain = (node: Node) => node instanceof HTMLElement && node.role === 'alert';
        if (added.some(isPlain)) document.body.dataset.plain = 'shown';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Move Ana up' }).click();
    await expect(toast(page)).toContainText('Order updated');
    await expect(page.locator('body')).toHaveAttribute('data-plain', 'none');
  });
});
