/** Longest that work waits for an idle moment, in milliseconds: a page that is never idle gets it done, too. */
const maxIdleWaitMs = 2_000;

/** Settles when the browser has nothing better to do. */
export const waitForIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has learned it in 2025.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
  });

/** Whether the visitor has asked for pages that fetch little, so nothing is fetched ahead. */
export const prefersReducedData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Settles when the next frame is on the screen; soon in a tab that has none, being out of sight. */
export const afterNextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
