import type { Locator, Page } from '@playwright/test';
import { expect, test, withMotion } from './fixtures';
import { leadForm, openForm, thankYouDialog, toast, visit } from './lead-form';
import { allPlatforms, banner } from './platforms';

const phone = { width: 390, height: 844 };
const smallPhone = { width: 375, height: 667 };

test.use({
  sharedSite: 'demo content',
  ...withMotion,
  hasTouch: true,
  isMobile: true,
  viewport: phone,
});

/** Insets on iOS and Android when a phone's navigation bar lies over the page, in CSS pixels. */
const safeBottomPx = 34;

/**
 * Shrinks the visual viewport as an on-screen keyboard does. Chromium has no keyboard to show. The
 * layout stays as it is, as on iOS and Android.
 */
async function showKeyboard(page: Page, heightPx: number): Promise<void> {
  await page.evaluate((height) => {
    const view = window.visualViewport;
    if (!view) throw new Error('There is no visual viewport.');
    Object.defineProperty(view, 'height', { get: () => innerHeight - height, configurable: true });
    view.dispatchEvent(new Event('resize'));
  }, heightPx);
}

/** Expects that an element is visible above the bottom of the window, and receives taps. */
async function expectReachable(element: Locator, coveredPx: number): Promise<void> {
  await expect
    .poll(() =>
      element.evaluate((target, covered) => {
        const { left, right, top, bottom } = target.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isHit = hit !== null && (target.contains(hit) || hit.contains(target));
        return { isHit, isBelowTop: top >= 0, isAbove: bottom <= innerHeight - covered };
      }, coveredPx),
    )
    .toEqual({ isHit: true, isBelowTop: true, isAbove: true });
}

async function rejectSignIn(page: Page): Promise<void> {
  await visit(page, '/admin/login');
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'Login' }).tap();
}

test.describe('dialog above an on-screen keyboard', () => {
  test("keeps the lead form's fields and buttons in reach on a small phone, and returns to its size when the keyboard closes", async ({
    page,
  }) => {
    const keyboardPx = 330;
    await page.setViewportSize(smallPhone);
    await visit(page, '/');
    const form = await openForm(page);
    // Not the box on the screen, which the opening animation moves.
    const readSize = () =>
      form.evaluate((element) => {
        const { offsetTop, offsetHeight } = element as HTMLElement;
        return [offsetTop, offsetHeight];
      });
    const before = await readSize();
    await showKeyboard(page, keyboardPx);
    await expect.poll(readSize).not.toEqual(before);
    await showKeyboard(page, 0);
    await expect.poll(readSize).toEqual(before);
    const steps = [
      { texts: { 'Company name': 'Halden', 'Your name': 'Olga' }, button: 'Next' },
      { texts: { Email: 'olga@halden.example', Phone: '+1 555 0100' }, button: 'Next' },
      { texts: { 'Number of locations': '4', Message: 'At noon.' }, button: 'Submit' },
    ];
    for (const { texts, button } of steps) {
      for (const [label, text] of Object.entries(texts)) {
        await form.getByLabel(label).tap();
        await showKeyboard(page, keyboardPx);
        await expectReachable(form.getByLabel(label), keyboardPx);
        await page.keyboard.type(text);
      }
      await expectReachable(form.getByRole('button', { name: button }), keyboardPx);
      await form.getByRole('button', { name: button }).tap();
    }
    await expect(thankYouDialog(page)).toBeVisible();
  });

  test('scrolls as a whole on a phone that lies on its side', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await visit(page, '/');
    const form = await openForm(page);
    await form.getByLabel('Your name').tap();
    await showKeyboard(page, 200);
    await expectReachable(form.getByLabel('Your name'), 200);
    await form.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
    await expectReachable(form.getByRole('button', { name: 'Next' }), 200);
  });

  test('keeps the fields and buttons of an admin form in reach', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/admin?tab=talents');
    await page.getByRole('button', { name: 'Edit Marisol Vega' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Edit Talent' });
    await expect(dialog).toBeVisible();
    for (const label of [/^Name/, /^Bio/]) {
      const field = dialog.getByLabel(label);
      await field.tap();
      await showKeyboard(page, 380);
      await expectReachable(field, 380);
      await expectReachable(dialog.getByRole('button', { name: 'Save changes' }), 380);
    }
  });
});

test.describe('navigation bar of a phone over the page', () => {
  test.use({ settings: allPlatforms, allowErrors: /status of 401/ });

  test.beforeEach(async ({ page, platforms: _ }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { bottom: safeBottomPx, bottomMax: safeBottomPx },
    });
  });

  test('covers no button of the consent banner, the filters, or a dialog', async ({ page }) => {
    await visit(page, '/talent');
    for (const name of ['Accept', 'Refuse']) {
      await expectReachable(banner(page).getByRole('button', { name }), safeBottomPx);
    }
    await banner(page).getByRole('button', { name: 'Refuse' }).tap();
    await page.getByRole('button', { name: /^Filters/ }).tap();
    await expectReachable(page.getByRole('button', { name: /^Show \d/ }), safeBottomPx);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.setViewportSize({ width: 667, height: 375 });
    await page
      .getByRole('button', { name: /^View Profile/ })
      .first()
      .tap();
    await expectReachable(leadForm(page).getByRole('button', { name: 'Next' }), safeBottomPx);
  });

  test('covers neither a toast nor the last link of a page or of the menu', async ({ page }) => {
    await rejectSignIn(page);
    await expectReachable(toast(page), safeBottomPx);
    await visit(page, '/privacy');
    await banner(page).getByRole('button', { name: 'Refuse' }).tap();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectReachable(page.getByRole('contentinfo').getByRole('link').last(), safeBottomPx);
    await page.setViewportSize({ width: 667, height: 375 });
    await visit(page, '/');
    await page.locator('summary[aria-label=Menu]').tap();
    const last = page.getByRole('navigation', { name: 'Menu' }).getByRole('button').last();
    await last.focus();
    await expectReachable(last, safeBottomPx);
  });
});
