import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { toast, visit } from './lead-form';

// Each notification here is a refused sign-in, whose words the test decides.
test.use({ allowErrors: /status of 401/ });

/** Opens the sign-in with the page's time standing still. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-02T09:00:00Z' });
  await visit(page, '/admin/login');
  await page.clock.pauseAt('2026-03-02T10:00:00Z');
}

async function refuse(page: Page, message: string): Promise<void> {
  await page.route(
    '**/api/auth/admin/login',
    (route) => route.fulfill({ status: 401, json: { message, code: 'unauthenticated' } }),
    { times: 1 },
  );
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Raises a notification; its own time starts within the last 20 ms of the page's. */
async function raise(page: Page, message: string): Promise<void> {
  await refuse(page, message);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast(page).filter({ hasText: message })).toBeVisible({ timeout: 100 });
  }).toPass();
}

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('There is no notification to swipe.');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 5 });
  await page.mouse.up();
}

test('a notification is gone after 5 seconds, and not before', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'Five seconds');
  await page.clock.runFor(4_900);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(100);
  await expect(toast(page)).toHaveCount(0);
});

test('there is one notification at a time: a new one replaces the one before', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'The first');
  await page.clock.runFor(3_000);
  await raise(page, 'The second');
  await expect(toast(page)).toHaveCount(1);
  await expect(page.getByText('The first', { exact: true })).toHaveCount(0);
  // The second has its own five seconds, not what was left of the first's.
  await page.clock.runFor(4_900);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(100);
  await expect(toast(page)).toHaveCount(0);
});

test('its time stands still while the pointer is on it', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'Read at leisure');
  await toast(page).hover();
  await page.clock.runFor(60_000);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await page.mouse.move(5, 5);
  await page.clock.runFor(5_000);
  await expect(toast(page)).toHaveCount(0);
});

test('F8 leads to it, and Tab through it and back', async ({ page }) => {
  await visit(page, '/admin/login');
  await refuse(page, 'Press F8');
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

test('a swipe to the right of more than 50 px puts it away', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'Swipe me');
  await swipe(page, 60);
  await expect(toast(page)).toHaveCount(0);
});

test('a shorter swipe, or one to the left, leaves it', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'Swipe me not');
  await swipe(page, 45);
  await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await swipe(page, -120);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
});

test('its Close button puts it away', async ({ page }) => {
  await openWithClock(page);
  await raise(page, 'Close me');
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect(toast(page)).toHaveCount(0);
});
