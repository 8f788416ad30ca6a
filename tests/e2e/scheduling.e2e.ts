import type { Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { leadForm, visit } from './lead-form';

const calendar = 'https://calendar.example/crewbridge/30min';

/** Stands in for the scheduling provider. @returns how often its page was asked for */
async function answerCalendar(page: Page): Promise<() => number> {
  let asked = 0;
  await page.context().route('https://calendar.example/**', (route) => {
    asked += 1;
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Calendar</title><main><h1>Pick a time</h1></main></html>',
    });
  });
  return () => asked;
}

test.describe('with a scheduling page', () => {
  test.use({ settings: { SCHEDULING_URL: calendar } });

  test('the call is booked in a full-screen dialog that loads nothing before it is opened', async ({
    page,
  }) => {
    const asked = await answerCalendar(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' });
    await opener.hover();
    expect(asked()).toBe(0);
    await opener.click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(booking.frameLocator('iframe').getByText('Pick a time')).toBeVisible();
    const size = page.viewportSize();
    expect(await booking.boundingBox()).toEqual({ x: 0, y: 0, ...size });
    expect(asked()).toBe(1);
    await booking.getByRole('button', { name: 'Close' }).click();
    await expect(booking).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('a page that does not come is offered in a tab of its own', async ({ page }) => {
    await page.context().route('https://calendar.example/**', () => {});
    await page.clock.install();
    await visit(page, '/');
    await page.getByRole('button', { name: 'Schedule a Call' }).click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(booking).toBeVisible();
    const wayOut = booking.getByRole('link', { name: 'Open it in a new tab' });
    await expect(wayOut).toBeHidden();
    await page.clock.runFor(8_100);
    await expect(wayOut).toHaveAttribute('href', calendar);
    await booking.getByRole('button', { name: 'Write to us instead' }).click();
    await expect(leadForm(page)).toBeVisible();
    await expect(booking).toBeHidden();
  });

  test('axe finds nothing wrong with the dialog', async ({ page }) => {
    await answerCalendar(page);
    await visit(page, '/');
    await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector });
  });

  test('nothing sticks out sideways on a phone', async ({ page }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await visit(page, '/');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${width} px`).toBe(0);
    }
  });
});
