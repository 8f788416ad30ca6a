import type { Page } from '@playwright/test';
import { samplePicture } from '../support/pictures';
import { bookTime, chooseDay, openCalendarAroundTheClock } from './calls';
import { expect, test } from './fixtures';
import {
  fetchStoredLeads,
  leadForm,
  openForm,
  sendForm,
  toast,
  visit,
  waitForHydration,
} from './lead-form';
import { createLead } from './leads';
import { accept, allPlatforms } from './platforms';

/**
 * Runs in the page: removes features that are missing in Safari 16.3, Firefox 114, or Chrome 110.
 */
function removeNewerFeatures(): void {
  const remove = (owner: object, names: string[]) => {
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  remove(URL, ['parse', 'canParse']);
  remove(Promise, ['withResolvers', 'try']);
  remove(Object, ['groupBy']);
  remove(Map, ['groupBy']);
  remove(Array, ['fromAsync']);
  remove(AbortSignal, ['any']);
  remove(RegExp, ['escape']);
  remove(String.prototype, ['isWellFormed', 'toWellFormed']);
  remove(Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference']);
  remove(Set.prototype, ['isSubsetOf', 'isSupersetOf', 'isDisjointFrom']);
  remove(Element.prototype, ['checkVisibility']);
  remove(Document.prototype, ['startViewTransition', 'adoptedStyleSheets']);
  remove(window, [
    'requestIdleCallback',
    'cancelIdleCallback',
    'scheduler',
    'Iterator',
    'Temporal',
  ]);
  remove(Intl, ['Segmenter', 'DurationFormat']);
  // The class exists, and style sheets are instances of it, but it cannot be constructed.
  const { prototype } = CSSStyleSheet;
  const Unconstructable = function CSSStyleSheet() {
    throw new TypeError('Illegal constructor');
  };
  Unconstructable.prototype = prototype;
  Object.assign(window, { CSSStyleSheet: Unconstructable });
}

test.use({
  settings: allPlatforms,
  // The user agent of a headless browser counts as a bot.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Safari/537.36',
});

/** Makes `:has()` an unknown selector in all style sheets, as in Firefox before 121. */
async function removeHas(page: Page): Promise<void> {
  await page.route('**/*.css', async (route) => {
    // Fetched apart from the page, whose navigation would end the request.
    const response = await fetch(route.request().url());
    const styles = await response.text();
    await route.fulfill({
      contentType: 'text/css',
      body: styles.replaceAll(':has(', ':unknown('),
    });
  });
}

test.beforeEach(async ({ page, platforms: _ }) => {
  await page.addInitScript(removeNewerFeatures);
  await removeHas(page);
});

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Expects that the mouse wheel does not scroll the page behind a dialog. */
async function expectScrollLock(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'hidden');
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 600);
  expect(await page.evaluate(() => scrollY)).toBe(before);
}

test.describe('site in a browser of early 2023', () => {
  test('counts the visit in the funnel, loads every platform after Accept, and stores the campaign with the lead', async ({
    page,
    platforms,
    server,
  }) => {
    const reported: { steps: string[]; source?: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/funnel')) reported.push(request.postDataJSON());
    });
    await page.goto('/?utm_source=Spring Flyer&gclid=abc', { referer: 'https://www.google.com/' });
    await waitForHydration(page);
    await page.mouse.move(100, 100);
    await expect.poll(() => reported).toEqual([{ steps: ['visit'], source: 'spring flyer' }]);
    await accept(page);
    await expect
      .poll(() => platforms.eventNames())
      .toEqual(['analytics page_view', 'linkedin page', 'meta PageView', 'tag-manager page_view']);
    await sendForm(page, 'Early Browser', 'Select Full PM');
    const last = {
      referrer: 'www.google.com',
      campaign: { utm_source: 'Spring Flyer', gclid: 'abc' },
    };
    expect(await fetchStoredLeads(server, 'Early Browser')).toMatchObject([
      { attribution: { last } },
    ]);
  });

  test('opens the public dialogs, locks the scroll position behind them, and books a call', async ({
    page,
    server,
  }) => {
    await openCalendarAroundTheClock(server);
    await visit(page, '/');
    await page.getByRole('button', { name: 'Book Discovery Call' }).first().click();
    const call = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await chooseDay(call);
    await expectScrollLock(page);
    await bookTime(call, 'olga@earlier.example');
    await page.keyboard.press('Escape');
    await expect(call).toBeHidden();
    await expect(page.locator('body')).not.toHaveCSS('overflow-y', 'hidden');
    await openForm(page);
    await expectScrollLock(page);
  });

  test('filters the talent and shows a profile', async ({ page }) => {
    await visit(page, '/talent');
    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByLabel('Operations Manager')
      .check();
    await expect(page.getByText('Showing 5 professional(s)', { exact: true })).toBeVisible();
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: /^View Profile/ }).click();
    await expect(leadForm(page)).toContainText('Operations Manager');
  });

  test('marks the chosen icon and the focused list of chips without :has()', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/admin?tab=hero-stats');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const paintStar = async (chosen: string) => {
      const star = page.getByRole('radio', { name: 'Star' });
      await page.getByRole('radio', { name: chosen }).check();
      // Neither the mouse nor the focus is to mark the icon.
      await page.mouse.move(0, 0);
      await page.getByRole('dialog').getByRole('textbox').first().focus();
      return star.locator('..').screenshot({ animations: 'disabled' });
    };
    const marked = await paintStar('Star');
    expect((await paintStar('Lightning')).equals(marked)).toBe(false);
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Edit Marisol Vega' }).click();
    const skills = page.getByLabel('Skills', { exact: false }).first();
    await skills.focus();
    await expect(skills.locator('..')).not.toHaveCSS('outline-style', 'none');
  });

  test('signs in, reorders, edits, uploads, answers a lead, and opens the tabs of the admin area', async ({
    page,
    server,
  }) => {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const { companyName } = await createLead(server, { companyName: 'Earlier Lead' });
    await page.goto('/admin/login?next=%2Fadmin%3Ftab%3Dtalents');
    await page.getByLabel('Password').fill(server.adminPassword);
    await press('Login');
    await expect(page).toHaveURL('/admin?tab=talents');
    await press('Move Devon Achebe up');
    await expect(toast(page)).toContainText('Order updated');
    await press('Edit Marisol Vega');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Edit Talent');
    await expectScrollLock(page);
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await samplePicture() });
    await expect(toast(page)).toContainText('Image uploaded');
    await page.getByLabel('Title').fill('Front desk lead, five locations');
    await press('Save changes');
    await expect(toast(page)).toContainText('Talent updated');
    for (const tab of ['Overview', 'Packages', 'Calls', 'Leads']) {
      await page.goto(`/admin?tab=${tab.toLowerCase()}`);
      await expect(page.getByRole('link', { name: new RegExp(`^${tab}`) })).toBeVisible();
    }
    await press(`Edit ${companyName}`);
    await dialog.getByLabel('Status', { exact: true }).selectOption('discovery_call');
    await press('Save');
    await expect(toast(page)).toContainText('Lead updated');
  });
});
