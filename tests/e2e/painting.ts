import type { Page } from '@playwright/test';
import { readWeek } from '../support/painted-week';
import { expect } from './fixtures';

/** Expects the painted hours of the sheet, as `readWeek` returns them. */
export const expectWeek = (page: Page, hours: string[]) =>
  expect.poll(() => page.evaluate(readWeek)).toEqual(hours);

export interface Point {
  x: number;
  y: number;
}

/** Moves a finger along points, ends the touch, and waits until the page no longer scrolls. */
export async function swipe(
  page: Page,
  [start, ...rest]: readonly Point[],
  end: 'touchEnd' | 'touchCancel' = 'touchEnd',
): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | typeof end, touchPoints: Point[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  if (!start) return;
  await touch('touchStart', [start]);
  let last = start;
  for (const point of rest) {
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const [x, y] = [last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share];
      await touch('touchMove', [{ x, y }]);
    }
    last = point;
  }
  await touch(end, []);
  let before = -1;
  await expect(async () => {
    const [earlier, now] = [before, await page.evaluate(() => scrollY)];
    before = now;
    expect(now).toBe(earlier);
  }).toPass({ intervals: [100] });
}

/** The options of a page on a phone. */
export const thumb = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
