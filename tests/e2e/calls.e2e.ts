import { everySize, expectNoViolations } from './axe';
import {
  bookCall,
  bookedHeading,
  chooseDay,
  createBooking,
  fetchFreeSlots,
  fetchUpcomingCalls,
  fillInBooking,
  formatDay,
  formatTime,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { holdRequests, loseFirstResponse } from './hold-requests';
import { openForm, visit } from './lead-form';

/** The owner's time zone. Visitors are in Berlin. */
const businessZone = 'Europe/Berlin';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server, { timeZone: businessZone }));

test.describe('call scheduler', () => {
  test('books a call in the dialog, which the lead form has filled in, without any configuration', async ({
    page,
    server,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await form.getByLabel('Company name').fill('Tindle');
    await form.getByLabel('Your name').fill('Jo Park');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(dialog).toBeVisible();
    // The styles load with the dialog's code.
    await expect(dialog.getByRole('grid')).toHaveCSS('table-layout', 'fixed');
    await chooseDay(dialog);
    const time = timeButtons(dialog).nth(20);
    const chosen = await time.textContent();
    await time.click();
    await expect(dialog.getByLabel('Company name')).toHaveValue('Tindle');
    await expect(dialog.getByLabel('Your name')).toHaveValue('Jo Park');
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('dialog@x.example');
    await bookCall(dialog);
    await expect(bookedHeading(dialog)).toBeFocused();
    const call = (await fetchUpcomingCalls(server)).find(
      ({ email }) => email === 'dialog@x.example',
    );
    expect(formatTime(call?.start ?? '', 'Europe/Berlin')).toBe(chosen);
    expect(page.url()).toBe(new URL('/', page.url()).href);
    await page.goBack();
    await expect(dialog).toBeHidden();
  });

  test.describe('in a browser that knows no time zone', () => {
    test.use({ allowErrors: /status of 400/ });

    test("shows times in the site's zone, and says so when the server does not know the zone", async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const { prototype } = Intl.DateTimeFormat;
        const { resolvedOptions } = prototype;
        // As Chrome does. It makes no format for this zone.
        prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
        };
      });
      await visit(page, '/schedule');
      await expect(page.getByLabel('Time zone')).toHaveValue(businessZone);
      await page.route('**/api/scheduling/bookings', (route) => {
        const body = { ...route.request().postDataJSON(), timeZone: 'Etc/Unknown' };
        return route.continue({ postData: body });
      });
      await chooseDay(page);
      await timeButtons(page).last().click();
      await fillInBooking(page, 'nowhere@x.example');
      await page.getByRole('button', { name: 'Book this call' }).click();
      await expect(page.getByRole('alert')).toHaveText('Please choose a time zone');
      await visit(page, '/cover');
      await page.getByRole('button', { name: 'Lunch', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Who can work them' })).toBeVisible();
    });
  });

  test('books a call with the keyboard alone, also after validation errors', async ({
    page,
    server,
  }) => {
    await visit(page, '/schedule');
    await expect(timeButtons(page).first()).toBeVisible();
    const days = page.getByRole('button', { name: /, \d+ times?$/ });
    await days.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(days.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(days.nth(8)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(days.nth(8)).toHaveAttribute('aria-pressed', 'true');
    await timeButtons(page).nth(3).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Required')).toHaveCount(3);
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expectNoViolations(page, { within: 'main', sizes: everySize });
    await page.keyboard.type('Olga Brenner');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard@x.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Halden');
    await page.keyboard.press('Enter');
    await expect(bookedHeading(page)).toBeFocused();
    const calls = await fetchUpcomingCalls(server);
    expect(calls.map(({ email }) => email)).toContain('keyboard@x.example');
  });

  test('labels the times with the selected time zone', async ({ page, server }) => {
    const days = (await fetchFreeSlots(server)).map((slot) => formatDay(slot, businessZone));
    const chosen = [...new Set(days)][12];
    await visit(page, '/schedule');
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await chooseDay(page, 12);
    await expect(timeButtons(page)).toHaveCount(days.filter((day) => day === chosen).length);
    await expect(page.getByText('In your time, Central European Time')).toBeVisible();
    await page.getByLabel('Time zone').selectOption('America/Los_Angeles');
    await expect(page.getByText('In your time, Pacific Time')).toBeVisible();
  });

  test.describe('when someone else books the selected time first', () => {
    test.use({ allowErrors: /status of 409/ });

    test('offers the nearest free times and books one of them', async ({ page, server }) => {
      await visit(page, '/schedule');
      await chooseDay(page, 3);
      await timeButtons(page).nth(10).click();
      await fillInBooking(page, 'slow@x.example');
      const shown = await page.locator('[data-step=details] p').first().textContent();
      const slots = await fetchFreeSlots(server);
      const wanted = slots.find((slot) => {
        const day = formatDay(slot, 'Europe/Berlin');
        return shown?.startsWith(`${day}${formatTime(slot, 'Europe/Berlin')}`);
      });
      await createBooking(server, 'Tindle', wanted);
      await bookCall(page);
      const offer = page.getByRole('alert');
      await expect(offer).toContainText('This time has just been taken.');
      await expect(offer.getByRole('button')).toHaveCount(4);
      await expectNoViolations(page, { within: 'main', sizes: everySize });
      await offer.getByRole('button').first().click();
      await expect(page.getByLabel('Your name')).toHaveValue('Olga Brenner');
      await bookCall(page);
      await expect(bookedHeading(page)).toBeVisible();
    });
  });

  test.describe('when the answer to a booking is lost', () => {
    test.use({ allowErrors: /net::ERR_/ });

    test('books one call although the visitor goes back or reloads, and takes the same time again', async ({
      page,
      server,
    }) => {
      await visit(page, '/schedule');
      await chooseDay(page, 4);
      const time = timeButtons(page).nth(6);
      await time.click();
      await fillInBooking(page, 'lost@x.example');
      await loseFirstResponse(page, '**/api/scheduling/bookings');
      await bookCall(page);
      await expect(page.getByRole('alert')).toContainText('Please send this again');
      await page.getByRole('button', { name: 'Back' }).click();
      await time.click();
      await loseFirstResponse(page, '**/api/scheduling/bookings');
      await bookCall(page);
      await expect(page.getByRole('alert')).toContainText('Please send this again');
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('may be booked already');
      await expectNoViolations(page, { within: 'main', sizes: everySize });
      await page.getByRole('button', { name: 'Return to that request' }).click();
      await bookCall(page);
      await expect(bookedHeading(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Return to that request' })).toHaveCount(0);
      const calls = await fetchUpcomingCalls(server);
      expect(calls.filter(({ email }) => email === 'lost@x.example')).toHaveLength(1);

      // A canceled call is over: the same content is a new call.
      await page.getByRole('button', { name: 'Cancel call' }).click();
      await page.getByRole('button', { name: 'Cancel the call' }).click();
      await page.getByRole('button', { name: 'Book another time' }).click();
      await chooseDay(page, 4);
      await time.click();
      await bookCall(page);
      await expect(bookedHeading(page)).toBeVisible();
    });
  });

  test.describe('when the visitor has too many calls', () => {
    test.use({ allowErrors: /status of 429/ });

    test('says so, and does not offer to return to a request that stored nothing', async ({
      page,
      server,
    }) => {
      const email = 'often@x.example';
      const slots = await fetchFreeSlots(server);
      for (const start of slots.slice(0, 3)) await createBooking(server, 'Often', start, email);
      await visit(page, '/schedule');
      await chooseDay(page, 5);
      await timeButtons(page).first().click();
      await fillInBooking(page, email);
      await bookCall(page);
      await expect(page.getByRole('alert')).toContainText('You already have calls booked.');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(timeButtons(page).first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });

  test('has no way back while it books or moves a call', async ({ page }) => {
    const back = page.getByRole('button', { name: 'Back' });
    await visit(page, '/schedule');
    await chooseDay(page, 6);
    await timeButtons(page).first().click();
    await fillInBooking(page, 'no-way-back@x.example');
    const releaseBooking = await holdRequests(page, '**/api/scheduling/bookings');
    await bookCall(page);
    await expect(page.getByRole('button', { name: 'Booking...' })).toBeFocused();
    await expect(back).toBeDisabled();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => history.state?.depth)).toBe(1);
    await expect(back).toBeDisabled();
    releaseBooking();
    await expect(bookedHeading(page)).toBeVisible();

    await page.getByRole('button', { name: 'Reschedule' }).click();
    await timeButtons(page).last().click();
    const releaseMove = await holdRequests(page, '**/api/scheduling/bookings/reschedule');
    await page.getByRole('button', { name: 'Move the call' }).click();
    await expect(page.getByRole('button', { name: 'Moving...' })).toBeFocused();
    await expect(back).toBeDisabled();
    releaseMove();
    await expect(page.getByRole('heading', { name: 'Your call has a new time' })).toBeVisible();
  });

  test.describe('when the free times cannot be loaded', () => {
    test.use({ allowErrors: /Failed to load resource/ });

    test('shows an error, and "Try again" loads them', async ({ page }) => {
      let isDown = true;
      await page.route('**/api/scheduling/slots', (route) =>
        isDown ? route.abort() : route.continue(),
      );
      await page.goto('/schedule');
      await expect(page.getByRole('alert')).toContainText('Available times could not be loaded');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      isDown = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(timeButtons(page).first()).toBeVisible();
    });
  });
});
