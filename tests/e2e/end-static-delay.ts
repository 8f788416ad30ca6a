import type { Page } from '@playwright/test';

/**
 * Ends the ten seconds that a page waits for its script before it shows what is for browsers without
 * one. Its styles count them, so that it needs no script for that.
 */
export const endStaticDelay = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.currentTime = 10_000;
  });
