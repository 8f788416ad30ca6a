import type { Page } from '@playwright/test';

/** Something to wait for, and the way to let it come. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Keeps a page's requests to an address waiting, so that what is shown meanwhile can be looked at.
 * @returns lets them through, and those that follow
 */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { opened, open } = gate();
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}
