import type { Page } from '@playwright/test';
import { phone } from './axe';
import { expect, test, withMotion } from './fixtures';
import { toast, visit } from './lead-form';

// Each notification here comes from a rejected sign-in, whose message the test chooses.
test.use({ sharedSite: 'demo content', ...withMotion, allowErrors: /status of 401/ });

/** Opens the login page with the page's clock paused. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-02T09:00:00Z' });
  await visit(page, '/admin/login');
  await page.clock.pauseAt('2026-03-02T10:00:00Z');
}

async function rejectSignIn(page: Page, message: string): Promise<void> {
  await page.route(
    '**/api/auth/admin/login',
    (route) => route.fulfill({ status: 401, json: { message, code: 'unauthenticated' } }),
    { times: 1 },
  );
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Shows a notification. Its timer starts within the last 20 ms of the page's clock. */
async function showToast(page: Page, message: string): Promise<void> {
  await rejectSignIn(page, message);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast(page).filter({ hasText: message })).toBeVisible({ timeout: 100 });
  }).toPass();
}

/** Moves a finger to the right across the notification. */
async function swipeByFinger(page: Page, distance: number): Promise<void> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('There is no notification to swipe.');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map((place) => ({ x: place, y })),
    });
  await touch('touchStart', x);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', x + (distance * step) / 5);
  await touch('touchEnd');
}

test.describe('toast', () => {
  test('is replaced by a newer one, which disappears after its own 5 seconds, and not earlier', async ({
    page,
  }) => {
    await openWithClock(page);
    await showToast(page, 'The first');
    await page.clock.runFor(3_000);
    await showToast(page, 'The second');
    await expect(toast(page)).toHaveCount(1);
    await expect(page.getByText('The first', { exact: true })).toHaveCount(0);
    // The second one has its own five seconds, not the rest of the first one's.
    await page.clock.runFor(4_900);
    await expect(toast(page)).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(100);
    await expect(toast(page)).toHaveCount(0);
  });

  test('is announced once, even by a browser too busy to render frames', async ({ page }) => {
    await openWithClock(page);
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await showToast(page, 'Read me aloud');
    const announcement = page.getByRole('status').filter({ hasText: /^Notification/ });
    await page.clock.runFor(100);
    await expect(announcement).toHaveText('Notification Login failed. Read me aloud');
    await expect(announcement).toHaveAttribute('aria-live', 'assertive');
    await page.clock.runFor(1_000);
    await expect(announcement).toHaveCount(0);
    await expect(toast(page)).toHaveText('Login failedRead me aloud');
  });

  test('stays while the pointer hovers over it, and disappears 5 seconds after the pointer leaves', async ({
    page,
  }) => {
    await openWithClock(page);
    await showToast(page, 'Read at leisure');
    await toast(page).hover();
    await page.clock.runFor(60_000);
    await expect(toast(page)).toHaveAttribute('data-state', 'open');
    await page.mouse.move(5, 5);
    await page.clock.runFor(5_000);
    await expect(toast(page)).toHaveCount(0);
  });

  test('gets the keyboard focus by F8, and Tab moves through it and back to the form', async ({
    page,
  }) => {
    await visit(page, '/admin/login');
    await rejectSignIn(page, 'Press F8');
    await expect(toast(page)).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.press('F8');
    const list = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
    await expect(list).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(toast(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Password')).toBeFocused();
  });
});

test.describe('toast on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  test('stays after a swipe of 45 px to the right or one to the left, and is dismissed by one of 60 px to the right or by its Close button', async ({
    page,
  }) => {
    await openWithClock(page);
    await showToast(page, 'Swipe me');
    await swipeByFinger(page, 45);
    await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel');
    await expect(toast(page)).toHaveAttribute('data-state', 'open');
    await swipeByFinger(page, -120);
    await expect(toast(page)).toHaveAttribute('data-state', 'open');
    await swipeByFinger(page, 60);
    await expect(toast(page)).toHaveCount(0);
    await showToast(page, 'Close me');
    await toast(page).getByRole('button', { name: 'Close' }).tap();
    await expect(toast(page)).toHaveCount(0);
  });
});
