/** How long a browser shows a page that it is leaving, in milliseconds. */
const leavingMs = 10_000;

/** How long it takes to leave a page if the browser does not announce it, as Safari on iOS. */
const unannouncedLeavingMs = 1_000;

let leftAt = Number.NEGATIVE_INFINITY;

const recordLeaving = () => {
  leftAt = performance.now();
};

/**
 * Starts to observe whether the page is being left. Not for public pages: Firefox would no longer
 * show them at once on Back.
 */
export const watchLeaving = (): void => addEventListener('beforeunload', recordLeaving);

/**
 * Waits after a failed request, until the page is gone or it turns out that it stays. Firefox and
 * WebKit cancel the requests of a page that is being left, which is no failure.
 */
export const waitIfLeaving = (): Promise<void> => {
  const isLeaving = performance.now() < leftAt + leavingMs;
  return new Promise((resolve) => {
    setTimeout(resolve, isLeaving ? leavingMs : unannouncedLeavingMs);
  });
};
