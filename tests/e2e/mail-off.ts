import type { Page } from '@playwright/test';

/**
 * Makes a page believe that email is turned off. A site of its own that sends none would cost as much
 * as ten pages, and `tests/http/mail-off.test.ts` checks what such a site tells its pages.
 */
export async function turnMailOff(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace('"site":{', '"site":{"isMailOff":true,'),
    });
  });
}
