import { expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { openForm, visit } from './lead-form';
import { banner, mockPlatforms } from './platforms';

test.use({ settings: { GA_MEASUREMENT_ID: 'G-TEST123', META_PIXEL_ID: '4711' } });

test.beforeEach(async ({ context, server }) => {
  await mockPlatforms(context, server.url);
});

test('axe finds nothing wrong with the question, closed or open', async ({ page }) => {
  await visit(page, '/');
  await expect(banner(page)).toBeVisible();
  await expectNoViolations(page, { within: '.cc' });
  await banner(page).getByRole('button', { name: 'Choose' }).click();
  await expect(banner(page).getByLabel(/^Analytics/)).toBeFocused();
  await expectNoViolations(page, { within: '.cc' });
});

test('it covers no primary action of the first view on a phone, and moves nothing', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit(page, '/');
  const top = (await banner(page).boundingBox())?.y ?? 0;
  const actions = page.locator('.hero .acts').first();
  const box = await actions.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
  const book = page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' });
  await expect(book.first()).toBeInViewport();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test('the page can be used meanwhile, and its foot be read', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await visit(page, '/');
  const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
  await privacy.focus();
  const top = (await banner(page).boundingBox())?.y ?? 0;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(async () => {
      const box = await privacy.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(top);
  await openForm(page);
  await expect(banner(page)).toBeHidden();
});

test('a yes and a no are the same two presses of the keyboard away', async ({ page }) => {
  await visit(page, '/');
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link', { name: 'Privacy' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('button', { name: 'Refuse' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('button', { name: 'Accept' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
});

test('asked for again, it shows what was chosen, and Escape leaves that as it is', async ({
  page,
}) => {
  await visit(page, '/');
  await banner(page).getByRole('button', { name: 'Choose' }).click();
  await banner(page)
    .getByLabel(/^Analytics/)
    .check();
  await banner(page).getByRole('button', { name: 'Save choice' }).click();
  await visit(page, '/talent');
  const settings = page.getByRole('button', { name: 'Cookie settings' });
  await settings.click();
  await expect(banner(page).getByLabel(/^Analytics/)).toBeChecked();
  await expect(banner(page).getByLabel(/^Advertising/)).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(banner(page)).toBeHidden();
  await expect(settings).toBeFocused();
});

test('a choice of another tab counts here, too', async ({ page, context }) => {
  await visit(page, '/');
  const other = await context.newPage();
  await visit(other, '/talent');
  await banner(other).getByRole('button', { name: 'Refuse' }).click();
  await expect(banner(page)).toBeHidden();
});
