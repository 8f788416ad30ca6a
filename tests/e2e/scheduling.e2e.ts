import type { Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import {
  bookCall,
  bookedHeading,
  chooseDay,
  fillInBooking,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
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

test.describe('the dialog of the site’s own calendar', () => {
  test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

  test('shows a call that was booked after it was closed, in any dialog that is opened later, once', async ({
    page,
  }) => {
    const bookings = '**/api/scheduling/bookings';
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    const open = (button: string) => page.getByRole('button', { name: button }).first().click();
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    };
    /** Books a call and closes the dialog at once. @returns the function that sends the request */
    const bookAndClose = async (email: string) => {
      await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await chooseDay(dialog);
      await timeButtons(dialog).first().click();
      await fillInBooking(dialog, email);
      const release = await holdRequests(page, bookings);
      await bookCall(dialog);
      await close();
      return release;
    };

    await visit(page, '/');
    await open('Book Discovery Call');
    const sendFirst = await bookAndClose('opened-before@x.example');
    await open('Book Discovery Call');
    await expect(dialog.getByRole('alert')).toContainText('may be booked already');
    sendFirst();
    await expect(bookedHeading(dialog)).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await close();
    await open('Book Discovery Call');
    await expect(timeButtons(dialog).first()).toBeVisible();

    const sendSecond = await bookAndClose('opened-after@x.example');
    const response = page.waitForResponse(bookings);
    sendSecond();
    await (await response).finished();
    await open('Schedule a Call');
    await expect(bookedHeading(dialog)).toBeFocused();
    await expect(dialog).toContainText('Tokyo');
  });
});
