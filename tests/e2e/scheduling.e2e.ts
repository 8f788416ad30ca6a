import type { Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { leadForm, visit } from './lead-form';

const calendar = 'https://calendar.example/crewbridge/30min';

/**
 * Serves a page in place of the scheduling provider.
 * @returns a function that counts the requests
 */
async function mockCalendar(page: Page): Promise<() => number> {
  let requests = 0;
  await page.context().route('https://calendar.example/**', (route) => {
    requests += 1;
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Calendar</title><main><h1>Pick a time</h1></main></html>',
    });
  });
  return () => requests;
}

test.describe('SCHEDULING_URL', () => {
  test.use({ settings: { SCHEDULING_URL: calendar } });

  test('opens the provider’s page in a full-screen dialog that loads nothing before the click', async ({
    page,
  }) => {
    const requestCount = await mockCalendar(page);
    await visit(page, '/');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' });
    await opener.hover();
    expect(requestCount()).toBe(0);
    await opener.click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(booking.frameLocator('iframe').getByText('Pick a time')).toBeVisible();
    const size = page.viewportSize();
    expect(await booking.boundingBox()).toEqual({ x: 0, y: 0, ...size });
    await expectNoViolations(page, { within: dialogSelector });
    expect(requestCount()).toBe(1);
    await booking.getByRole('button', { name: 'Close' }).click();
    await expect(booking).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('offers a link to a new tab and the lead form when the provider’s page does not load or is blocked', async ({
    page,
  }) => {
    let isBlocked = false;
    await page.context().route('https://calendar.example/**', async (route) => {
      const body = '<!doctype html><html lang="en"><title>Blocked</title><h1>Blocked</h1></html>';
      if (isBlocked) await route.fulfill({ contentType: 'text/html', body });
    });
    await page.clock.install();
    await visit(page, '/');
    await page.getByRole('button', { name: 'Schedule a Call' }).click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(booking).toBeVisible();
    const newTabLink = booking.getByRole('link', { name: 'Open it in a new tab' });
    await expect(newTabLink).toBeHidden();
    await page.clock.runFor(8_100);
    await expect(newTabLink).toHaveAttribute('href', calendar);
    await booking.getByRole('button', { name: 'Write to us instead' }).click();
    await expect(leadForm(page)).toBeVisible();
    await expect(booking).toBeHidden();
    await page.keyboard.press('Escape');
    isBlocked = true;
    await page.getByRole('button', { name: 'Schedule a Call' }).click();
    await expect(booking.frameLocator('iframe').getByText('Blocked')).toBeVisible();
    await expect(newTabLink).toHaveAttribute('href', calendar);
    await expectNoViolations(page, { within: dialogSelector });
    await booking.getByRole('button', { name: 'Write to us instead' }).click();
    await expect(leadForm(page)).toBeVisible();
  });
});
