import { expect, type Page } from '@playwright/test';

/** Creates a promise together with the function that resolves it. */
export function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

/**
 * Holds a page's requests to a URL, so that a test can check what the page shows while they are
 * pending.
 * @returns a function that releases these requests and stops holding later ones
 */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = createDeferred();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Holds the next response from a URL, so that it is older than what a test does meanwhile.
 * @returns when the server has responded, and a function that passes the response on to the page
 */
export async function holdNextResponse(
  page: Page,
  url: string,
): Promise<{ read: Promise<void>; release: () => Promise<void> }> {
  const [read, released, passedOn] = [createDeferred(), createDeferred(), createDeferred()];
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await released.promise;
      await route.fulfill({ response });
      passedOn.resolve();
    },
    { times: 1 },
  );
  const release = () => {
    released.resolve();
    return passedOn.promise;
  };
  return { read: read.promise, release };
}

/** Makes the page lose the first response from a URL: the server has handled the request. */
export async function loseFirstResponse(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

/**
 * Disconnects a page from the network, or connects it again. The browser's network process learns of
 * it a little later than the page, which could still send a request meanwhile.
 */
export async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
  const isUnreachable = () =>
    page.evaluate(() =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => false,
        () => true,
      ),
    );
  await expect.poll(isUnreachable).toBe(isOffline);
}
