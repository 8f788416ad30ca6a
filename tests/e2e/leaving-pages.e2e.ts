import type { Locator, Page } from '@playwright/test';
import { sampleItems } from '../support/samples';
import { expect, test } from './fixtures';
import { holdRequests, setOffline } from './hold-requests';
import { toast, visit } from './lead-form';
import { createLead } from './leads';

test.use({ allowErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/ });

const viewSite = (page: Page): Locator =>
  page.getByRole('banner').getByRole('link', { name: 'View site' });

test.describe('leaving the admin area', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('keeps the current tab on screen until the next page has loaded', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Stays Shown' });
    await page.goto('/admin?tab=leads');
    const search = page.getByRole('searchbox', { name: /leads/i });
    await search.fill('Stays Shown');
    const releaseCode = await holdRequests(page, /\/assets\/HomePage-[^/]+\.js$/);
    await viewSite(page).click();
    await expect(page).toHaveURL('/');
    await expect(search).toHaveValue('Stays Shown');
    await expect(page.getByRole('button', { name: 'Edit Stays Shown' })).toBeVisible();
    releaseCode();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('covered');
  });

  test('stays on the saved call hours when offline, and adds one history entry after reconnecting', async ({
    page,
  }) => {
    await page.goto('/admin?tab=calls');
    await page.getByRole('link', { name: 'Availability' }).click();
    await page.getByLabel('Monday, opens').fill('10:15');
    await page.getByRole('button', { name: /^Sav/ }).click();
    await expect(toast(page)).toBeVisible();
    await setOffline(page, true);
    await viewSite(page).click();
    await expect(toast(page)).toContainText("You're offline");
    await expect(page).toHaveURL('/admin?tab=hours');
    await expect(page.getByLabel('Monday, opens')).toHaveValue('10:15');
    await setOffline(page, false);
    await viewSite(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('covered');
    // The page replaced the form's extra history entry, so going back once is enough.
    await page.goBack();
    await expect(page.getByLabel('Monday, opens')).toHaveValue('10:15');
  });
});

test.describe('pagination of the talent list', () => {
  let addedIds: string[] = [];

  test.beforeEach(async ({ server }) => {
    await server.api.signIn();
    const add = () => server.api.post('/api/talents', sampleItems.talents);
    const responses = [await add(), await add()];
    addedIds = responses.map(({ body }) => (body as { id: string }).id);
  });

  test.afterEach(async ({ server }) => {
    await Promise.all(addedIds.map((id) => server.api.delete(`/api/talents/${id}`)));
  });

  test('keeps the second page on screen until another page of the site has loaded', async ({
    page,
  }) => {
    await visit(page, '/talent?page=2');
    const results = page.getByText(/^Showing \d+ professional\(s\)/).locator('..');
    const before = await results.innerText();
    const releaseCode = await holdRequests(page, /\/assets\/PrivacyPage-[^/]+\.js$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/privacy');
    await expect(page.getByText(/^Page 2 of/)).toBeAttached();
    expect(await results.innerText()).toBe(before);
    releaseCode();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i);
  });

  test('announces the results only after they have loaded, and counts them', async ({ page }) => {
    const results = page.getByText(/^Showing \d+ professional\(s\)/).locator('..');
    for (const [from, to, link, range, count] of [
      ['/talent', '/talent?page=2', 'Next', '25–26 of 26', 2],
      ['/talent?page=2', '/talent', 'Previous', '1–24 of 26', 24],
    ] as const) {
      await visit(page, from);
      const before = await results.innerText();
      await results.evaluate((status) => {
        const announcements: string[] = [];
        Object.assign(window, { announcements });
        new MutationObserver(() => announcements.push(status.textContent ?? '')).observe(status, {
          characterData: true,
          childList: true,
          subtree: true,
        });
      });
      const releaseData = await holdRequests(page, /\/api\/talents\/browse/);
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole('list').and(page.locator('[aria-busy=true]'))).toBeAttached();
      expect(await results.innerText()).toBe(before);
      releaseData();
      await expect(results).not.toHaveText(before);
      const [first] = await page.evaluate(
        () => (window as unknown as { announcements: string[] }).announcements,
      );
      expect(first).toBe(await results.textContent());
      await expect(page.getByText('Showing 26 professional(s)', { exact: true })).toBeVisible();
      await expect(page.getByText(range, { exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(count);
      await page.unrouteAll();
    }
  });
});
