/** How long a browser shows a page that it is leaving, in milliseconds. */
const leavingMs = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;

const recordLeaving = () => {
  leftAt = performance.now();
};

/**
 * Starts to observe whether the page is being left. Firefox cancels its requests then, and they fail.
 * Not for public pages: Firefox would no longer show them at once on Back.
 */
export const watchLeaving = (): void => addEventListener('beforeunload', recordLeaving);

/** Returns whether the page is being left. */
export const isLeaving = (): boolean => performance.now() < leftAt + leavingMs;

/** If the page is being left, waits until it is gone, or until it turns out that it stays. */
export const waitIfLeaving = async (): Promise<void> => {
  if (isLeaving()) await new Promise((resolve) => setTimeout(resolve, leavingMs));
};
