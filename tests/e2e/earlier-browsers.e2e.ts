import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  openForm,
  submit,
  thankYouDialog,
  visit,
  waitForHydration,
} from './lead-form';
import { allPlatforms, banner, mockPlatforms } from './platforms';

/** Takes away what Safari 16.3, Firefox 114 and Chrome 110, or an earlier one of them, don't have. */
function removeLaterFeatures(): void {
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
  // The class is there, and the lists of rules are of it; but it makes no sheets.
  const { prototype } = CSSStyleSheet;
  const Unconstructable = function CSSStyleSheet() {
    throw new TypeError('Illegal constructor');
  };
  Unconstructable.prototype = prototype;
  Object.assign(window, { CSSStyleSheet: Unconstructable });
}

test.use({
  settings: allPlatforms,
  // The browser under test says that it is without a head, and so counts as a bot.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Safari/537.36',
});

test.beforeEach(async ({ page, context, server }) => {
  await mockPlatforms(context, server.url);
  await page.addInitScript(removeLaterFeatures);
});

/** Whether the page behind a dialog stays where it is when the wheel is turned. */
async function expectScrollLock(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'hidden');
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 600);
  expect(await page.evaluate(() => scrollY)).toBe(before);
}

test.describe('in a browser of early 2023', () => {
  test('accepting cookies closes the banner and is remembered', async ({ page }) => {
    await visit(page, '/');
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toBeHidden();
    await visit(page, '/talent');
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test('an inquiry keeps the advertisement it came from, and the funnel counts it', async ({
    page,
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
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await fillToLastStep(leadForm(page), 'Early Browser');
    await submit(leadForm(page));
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Early Browser')).toMatchObject([
      {
        attribution: {
          last: {
            referrer: 'www.google.com',
            campaign: { utm_source: 'Spring Flyer', gclid: 'abc' },
          },
        },
      },
    ]);
  });

  test('the dialogs of the site open, and the page behind them stands still', async ({ page }) => {
    await visit(page, '/');
    await page.getByRole('button', { name: 'Book Discovery Call' }).first().click();
    const call = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(call.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
    await expectScrollLock(page);
    await page.keyboard.press('Escape');
    await expect(call).toBeHidden();
    await expect(page.locator('body')).not.toHaveCSS('overflow-y', 'hidden');
    await openForm(page);
    await expectScrollLock(page);
  });

  test('the admin area and its dialogs open', async ({ page, server }) => {
    await page.goto('/admin/login?next=%2Fadmin%3Ftab%3Dtalents');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/admin?tab=talents');
    await page.getByRole('button', { name: 'Edit Marisol Vega' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Talent' })).toBeVisible();
    await expectScrollLock(page);
    for (const tab of ['Overview', 'Leads', 'Packages', 'Calls']) {
      await page.goto(`/admin?tab=${tab.toLowerCase()}`);
      await expect(page.getByRole('link', { name: new RegExp(`^${tab}`) })).toBeVisible();
    }
  });
});
