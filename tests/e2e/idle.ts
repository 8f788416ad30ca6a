import type { Page } from '@playwright/test';

/** Until the browser is idle: what a page does a task later, or in idle time, has begun by then. */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve))),
  );
