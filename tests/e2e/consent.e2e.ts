import { samplePlanCode } from '../support/sample-plan';
import { expectNoViolations, phone } from './axe';
import { expect, test, withMotion } from './fixtures';
import { openForm, visit } from './lead-form';
import { banner, mockPlatforms } from './platforms';

test.use({
  ...withMotion,
  settings: { GA_MEASUREMENT_ID: 'G-TEST123', META_PIXEL_ID: '4711' },
});

/**
 * Runs in the page: records each layout shift with the elements that moved, in
 * `window.layoutShifts`.
 */
function recordLayoutShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const layoutShifts: object[] = [];
  Object.assign(window, { layoutShifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      const moved = sources.map(({ node, previousRect, currentRect }) => ({
        element: node instanceof Element ? node.outerHTML.slice(0, 200) : node?.nodeName,
        from: previousRect.toJSON(),
        to: currentRect.toJSON(),
      }));
      layoutShifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The banner is the only form that is directly in a section. */
const bannerSelector = 'section:has(> form)';

test.beforeEach(async ({ context, server }) => {
  await mockPlatforms(context, server.url);
});

test.describe('consent banner', () => {
  test.describe('on a phone', () => {
    // From the start: a page that is resized may still be laid out for the earlier size.
    test.use({ viewport: phone, allowErrors: /ERR_FAILED/ });

    test('covers no primary action and causes no layout shift', async ({ page }) => {
      // A font that arrives after the first paint moves text where its fallback is not installed.
      await page.route('**/fonts/**', (route) => route.abort());
      await page.addInitScript(recordLayoutShifts);
      await visit(page, '/');
      const top = (await banner(page).boundingBox())?.y ?? 0;
      const actions = page
        .locator('main')
        .getByRole('link', { name: 'Browse Talent' })
        .first()
        .locator('..');
      const box = await actions.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
      const bookButtons = page
        .getByRole('banner')
        .getByRole('button', { name: 'Book Discovery Call' });
      await expect(bookButtons.first()).toBeInViewport();
      const readLayoutShifts = () => page.evaluate(() => Reflect.get(window, 'layoutShifts'));
      expect(await readLayoutShifts()).toEqual([]);
      await expect(page.locator('head > link[rel=preload][as=font]')).toHaveCount(2);

      const foot = page.getByRole('region', { name: 'Your plan' });
      /** Expects the banner right below the foot. It rises when it appears. */
      const expectAdjacent = () =>
        expect(async () => {
          const { y = 0, height = 0 } = (await foot.boundingBox()) ?? {};
          expect((await banner(page).boundingBox())?.y).toBeCloseTo(y + height, 0);
        }).toPass();
      for (const [path, action] of [
        ['/cover', 'Begin with Lunch'],
        [`/cover?p=${samplePlanCode}`, 'Ask about this plan'],
      ] as const) {
        await page.setViewportSize(phone);
        await visit(page, path);
        await expect(banner(page)).toBeVisible();
        await expectAdjacent();
        await foot.getByRole('button', { name: action }).click({ trial: true });
        expect(await readLayoutShifts()).toEqual([]);
        // From this width on it is part of the sheet, and sticks to the lower edge.
        await page.setViewportSize({ width: 768, height: 1024 });
        await expectAdjacent();
      }
    });
  });

  test('does not cover the footer, and hides while the lead form is open', async ({ page }) => {
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

  test('is reached with consecutive Tab presses, and closes on Enter', async ({ page }) => {
    await visit(page, '/');
    await expect(banner(page)).toBeVisible();
    await expectNoViolations(page, { within: bannerSelector });
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

  test('expands with the focus in its choices, shows the saved one when it is reopened, and closes on Escape', async ({
    page,
  }) => {
    await visit(page, '/');
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    const analytics = banner(page).getByLabel(/^Analytics/);
    await expect(analytics).toBeFocused();
    await expectNoViolations(page, { within: bannerSelector });
    await analytics.check();
    await banner(page).getByRole('button', { name: 'Save choice' }).click();
    await visit(page, '/talent');
    const settings = page.getByRole('button', { name: 'Cookie settings' });
    await settings.click();
    await expect(analytics).toBeChecked();
    await expect(banner(page).getByLabel(/^Advertising/)).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(banner(page)).toBeHidden();
    await expect(settings).toBeFocused();
  });

  test('closes when the visitor chooses in another tab', async ({ page, context }) => {
    await visit(page, '/');
    const other = await context.newPage();
    await visit(other, '/talent');
    await banner(other).getByRole('button', { name: 'Refuse' }).click();
    await expect(banner(page)).toBeHidden();
  });
});
