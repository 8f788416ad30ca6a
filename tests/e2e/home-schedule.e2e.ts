import type { Page } from '@playwright/test';
import { lunch } from '../support/painted-week';
import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { expectWeek, type Point, swipe, thumb } from './painting';

test.use({ sharedSite: 'demo content' });

test.describe('the schedule of the home page', () => {
  /** Opens the home page, and its code for drags with the first interaction. */
  async function openSchedule(page: Page, interact: () => Promise<void>): Promise<void> {
    await visit(page, '/');
    const loaded = page.waitForResponse(/\/paint-schedule-/);
    await interact();
    const address = (await loaded).url();
    await page.evaluate((url) => import(url), address);
  }

  /** Finds the middle of a half hour on a desk's row, which begins at 8 am. */
  async function findHalfHour(page: Page, desk: string, hour: number): Promise<Point> {
    const row = page.getByRole('link', { name: new RegExp(`^${desk} ?: paint the hours`) });
    await row.scrollIntoViewIfNeeded();
    const box = await row.boundingBox();
    if (!box) throw new Error(`The schedule has no row ${desk}.`);
    return { x: box.x + (box.width * (hour - 7.75)) / 12, y: box.y + box.height / 2 };
  }

  /** Presses the mouse on one half hour of a desk and moves it to another, without letting go. */
  async function startDrag(page: Page, desk: string, from: number, to: number): Promise<Point> {
    const start = await findHalfHour(page, desk, from);
    const end = await findHalfHour(page, desk, to);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    return start;
  }

  /** The hours that are drawn, apart from those of the picture. */
  const hole = (page: Page) => page.getByRole('link').getByText('Nobody yet', { exact: true });

  test('a drag opens the plan with those hours on each workday, added to what it has', async ({
    page,
  }) => {
    await openSchedule(page, () => page.mouse.move(9, 9));
    await startDrag(page, 'Phones', 13.5, 12);
    await expect(hole(page)).toBeVisible();
    await page.mouse.up();
    await expect(page).toHaveURL(/\/cover\?p=[\w-]+#phones$/);
    await expect(page.getByRole('tab', { name: 'Phones 10 h' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectWeek(page, lunch);

    await page.getByRole('tab', { name: /^Front desk/ }).click();
    const readPlan = () => new URL(page.url()).search;
    const plan = readPlan();
    await page.getByRole('button', { name: 'Saturday', exact: true }).click();
    await expect(page.getByRole('tab', { name: 'Front desk 8 h' })).toBeVisible();
    // From then on the browser has stored the plan.
    await expect.poll(readPlan).not.toBe(plan);
    await page.goBack();
    await expect(hole(page)).toHaveCount(0);
    await openSchedule(page, () => page.mouse.move(8, 8));
    await startDrag(page, 'Back office', 17, 17.5);
    await page.mouse.up();
    await expect(page).toHaveURL(/#back-office$/);
    await expect(page.getByRole('tab', { name: 'Front desk 8 h' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Phones 10 h' })).toBeVisible();
  });

  test('Escape cancels a drag, and a click opens the plan without hours', async ({ page }) => {
    await openSchedule(page, () => page.mouse.move(9, 9));
    const start = await startDrag(page, 'Phones', 12, 13.5);
    await expect(hole(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(hole(page)).toHaveCount(0);
    await page.mouse.click(start.x, start.y);
    await expect(page).toHaveURL(/\/cover#phones$/);
    await expect(page.getByRole('tab', { name: 'Phones 0 h' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  test.describe('with a thumb', () => {
    test.use(thumb);

    test('sideways paints, up and down scrolls', async ({ page }) => {
      await openSchedule(page, () => page.touchscreen.tap(200, 200));
      const start = await findHalfHour(page, 'Front desk', 12);
      const { y } = start;
      await swipe(page, [start, { x: start.x + 2, y: y - 200 }]);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
      await expect(page).toHaveURL(/\/$/);
      await swipe(page, [
        await findHalfHour(page, 'Front desk', 12),
        await findHalfHour(page, 'Front desk', 13.5),
      ]);
      await expect(page).toHaveURL(/\/cover\?p=[\w-]+#front-desk$/);
      await expectWeek(page, lunch);
    });
  });
});
