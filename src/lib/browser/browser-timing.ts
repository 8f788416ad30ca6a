/** The maximum wait for an idle period, so that work is also done on a page that is never idle. */
const maxIdleWaitMs = 2_000;

/** Resolves when the browser is idle. */
export const waitForIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari supports it since 2025.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
  });

/** Returns whether the visitor has asked to save data, so that nothing is prefetched. */
export const prefersReducedData = (): boolean =>
  // Only Chromium has it, so TypeScript doesn't know it.
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Resolves after the next paint, or soon in a background tab, which has none. */
export const afterNextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
