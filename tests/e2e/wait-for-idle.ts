import type { Page } from '@playwright/test';

/**
 * Waits until the browser is idle, so that work the page scheduled for a later task has started.
 */
export const waitForIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve))),
  );
