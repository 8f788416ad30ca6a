import type { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { dialogSelector, expectNoViolations } from './axe';
import {
  bookCall,
  chooseDay,
  fetchUpcomingCalls,
  fillInBooking,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { fillToLastStep, openForm, submit, visit } from './lead-form';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

/** Formats the time of an instant in a time zone, such as "9:30 AM". */
const formatTime = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(iso))
    .replace(/\s/g, ' ');

/** Finds the status of a company's lead. */
async function findStatus(api: ApiClient, company: string): Promise<string | undefined> {
  const { body } = await api.get('/api/leads');
  const leads = body as { companyName: string; status: string }[];
  return leads.find(({ companyName }) => companyName === company)?.status;
}

test.describe('call scheduler', () => {
  test('books a call in the dialog without any configuration', async ({ page, server }) => {
    await visit(page, '/');
    await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await expect(dialog).toBeVisible();
    const frame = dialog.frameLocator('iframe');
    await chooseDay(frame);
    const time = timeButtons(frame).nth(20);
    const chosen = await time.textContent();
    await time.click();
    await fillInBooking(frame, 'dialog@x.example');
    await bookCall(frame);
    await expect(frame.getByRole('heading', { name: 'Your call is booked' })).toBeFocused();
    await expect(dialog.getByRole('status')).toHaveText('Your call is booked.');
    const call = (await fetchUpcomingCalls(server)).find(
      ({ email }) => email === 'dialog@x.example',
    );
    expect(formatTime(call?.start ?? '', 'Europe/Berlin')).toBe(chosen);
    // The frames' URLs contain no personal data.
    const frameUrls = page.frames().map((child) => child.url());
    expect(frameUrls.join(' ')).not.toMatch(/olga|example\.|halden/i);
  });

  test('prefills the booking form from the lead form', async ({ page }) => {
    await visit(page, '/');
    await page.getByRole('button', { name: 'Contact Us' }).first().click();
    const form = page.getByRole('dialog', { name: 'Get Started with Crewbridge' });
    await form.getByLabel('Company name').fill('Tindle');
    await form.getByLabel('Your name').fill('Jo Park');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await chooseDay(frame);
    await timeButtons(frame).first().click();
    await expect(frame.getByLabel('Company name')).toHaveValue('Tindle');
    await expect(frame.getByLabel('Your name')).toHaveValue('Jo Park');
    await expect(frame.getByLabel('Email')).toBeFocused();
  });

  test('books a call with the keyboard alone', async ({ page, server }) => {
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
    await page.keyboard.type('Olga Brenner');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard@x.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Halden');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeFocused();
    const calls = await fetchUpcomingCalls(server);
    expect(calls.map(({ email }) => email)).toContain('keyboard@x.example');
  });

  test('labels the times with the selected time zone', async ({ page }) => {
    await visit(page, '/schedule');
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await chooseDay(page, 12);
    await expect(timeButtons(page)).toHaveCount(48);
    await expect(page.getByText(/^In your time, (GMT\+[12]|CES?T)$/)).toBeVisible();
    await page.getByLabel('Time zone').selectOption('America/Los_Angeles');
    await expect(page.getByText(/^In your time, P[SD]T$/)).toBeVisible();
  });

  test.describe('when someone else books the selected time first', () => {
    test.use({ allowErrors: /status of 409/ });

    test('offers the nearest free times and books one of them', async ({ page, server }) => {
      await visit(page, '/schedule');
      await chooseDay(page, 3);
      await timeButtons(page).nth(10).click();
      await fillInBooking(page, 'slow@x.example');
      const slots = (await server.api.get('/api/scheduling/slots')).body as { slots: string[] };
      const shown = await page.locator('.sch-w').textContent();
      const wanted = slots.slots.find((slot) => {
        const day = new Intl.DateTimeFormat('en-US', {
          timeZone: 'Europe/Berlin',
          weekday: 'long',
          month: 'long',
          day: 'numeric',
        }).format(new Date(slot));
        return shown?.startsWith(`${day}${formatTime(slot, 'Europe/Berlin')}`);
      });
      const competing = await server.api.post('/api/scheduling/bookings', {
        name: 'Jo Park',
        email: 'competing@x.example',
        company: 'Tindle',
        start: wanted,
        timeZone: 'Europe/Berlin',
      });
      expect(competing.status).toBe(201);
      await bookCall(page);
      const offer = page.getByRole('alert');
      await expect(offer).toContainText('This time has just been taken.');
      await expect(offer.getByRole('button')).toHaveCount(4);
      await expectNoViolations(page);
      await offer.getByRole('button').first().click();
      await expect(page.getByLabel('Your name')).toHaveValue('Olga Brenner');
      await bookCall(page);
      await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    });
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

  test('reschedules and cancels a call through the link in the confirmation email', async ({
    page,
    server,
  }) => {
    await visit(page, '/schedule');
    await chooseDay(page, 4);
    await timeButtons(page).nth(5).click();
    await fillInBooking(page, 'mail@x.example');
    await bookCall(page);
    await expect(page.getByText('on its way to mail@x.example')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toBe('discovery-call.ics');
    const confirmation = async () =>
      (await server.smtp.received(0)).find(({ to }) => to === 'mail@x.example');
    await expect.poll(confirmation).toBeDefined();
    const mail = await confirmation();
    const link = /\/schedule#call=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';

    await page.goto('/privacy');
    await visit(page, link);
    await expect(page.getByRole('heading', { name: 'Your discovery call' })).toBeVisible();
    expect(
      (await fetchUpcomingCalls(server)).filter(({ email }) => email === 'mail@x.example'),
    ).toHaveLength(1);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await chooseDay(page, 6);
    await timeButtons(page).nth(7).click();
    await expect(page.getByRole('heading', { name: 'Move your call?' })).toBeFocused();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Move the call' }).click();
    await expect(page.getByRole('heading', { name: 'Your call has a new time' })).toBeFocused();

    await page.getByRole('button', { name: 'Cancel call' }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(page.getByRole('heading', { name: 'Your call is canceled' })).toBeFocused();
    await expectNoViolations(page);
    expect(
      (await fetchUpcomingCalls(server)).filter(({ email }) => email === 'mail@x.example'),
    ).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your call is canceled' })).toBeVisible();
  });

  test("sets the lead's status when the call is booked through the lead's confirmation email", async ({
    page,
    server,
  }) => {
    const lead = { ...sampleLead, companyName: 'Own Link Ltd', email: 'own-link@x.example' };
    await server.api.post('/api/leads', lead);
    const confirmation = async () =>
      (await server.smtp.received(0)).find(({ to }) => to === lead.email);
    await expect.poll(confirmation).toBeDefined();
    const link = /\/schedule#lead=[\w-]+/.exec((await confirmation())?.text ?? '')?.[0] ?? '';
    await visit(page, link);
    await expect(page).toHaveURL(/\/schedule$/);
    // The link's key survives a reload.
    await page.reload();
    await chooseDay(page, 7);
    await timeButtons(page).nth(3).click();
    await fillInBooking(page, 'someone-else@x.example');
    await bookCall(page);
    await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    expect(await findStatus(server.api, lead.companyName)).toBe('discovery_call');
  });

  test("opens the calendar from the thank-you dialog and sets the lead's status", async ({
    page,
    server,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Thanked & Booked');
    await submit(form);
    const thanks = page.getByRole('dialog', { name: 'Thank You!' });
    await thanks.getByRole('link', { name: 'Book your call now' }).click();
    const calendar = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    const frame = calendar.frameLocator('iframe');
    await chooseDay(frame, 8);
    await timeButtons(frame).nth(3).click();
    await expect(frame.getByLabel('Company name')).toHaveValue('Thanked & Booked');
    await bookCall(frame);
    await expect(frame.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    expect(await findStatus(server.api, 'Thanked & Booked')).toBe('discovery_call');
    await calendar.getByRole('button', { name: 'Close' }).click();
    await expect(thanks).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector });
  });

  test('shows the booked call after a reload without booking it again', async ({
    page,
    server,
  }) => {
    await visit(page, '/schedule');
    await chooseDay(page, 5);
    await timeButtons(page).nth(9).click();
    await fillInBooking(page, 'reload@x.example');
    await bookCall(page);
    await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your discovery call' })).toBeVisible();
    const calls = await fetchUpcomingCalls(server);
    expect(calls.filter(({ email }) => email === 'reload@x.example')).toHaveLength(1);
  });

  test('has no axe violations, with and without validation errors', async ({ page }) => {
    await visit(page, '/schedule');
    await expect(timeButtons(page).first()).toBeVisible();
    await expectNoViolations(page);
    await timeButtons(page).first().click();
    await bookCall(page);
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expect(page.getByText('Required')).toHaveCount(3);
    await expectNoViolations(page);
  });

  test('offers the hours that the owner has just set in the admin area', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/admin?tab=calls');
    for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      await page.getByRole('button', { name: new RegExp(`^Remove .* on ${day}$`) }).click();
    }
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Monday, opens').fill('17:00');
    await page.getByLabel('Monday, closes').fill('10:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Monday: 17:00 to 10:00 ends before it begins',
    );
    await page.getByLabel('Monday, opens').fill('09:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByText('Availability saved').first()).toBeVisible();
    await expectNoViolations(page);

    await visit(page, '/schedule');
    await expect(timeButtons(page)).toHaveText(['9:00 AM', '9:30 AM']);
    await expect(page.getByRole('button', { name: /^Monday, .*, 2 times$/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Tuesday, / })).toHaveCount(0);
  });

  test('lists an upcoming call in the admin overview, where the owner cancels it', async ({
    page,
    server,
    signIn,
  }) => {
    const { slots } = (await server.api.get('/api/scheduling/slots')).body as { slots: string[] };
    await server.api.post('/api/scheduling/bookings', {
      name: 'Ravi Menon',
      email: 'ravi@x.example',
      company: 'Bexley Urgent Care',
      start: slots[1],
      timeZone: 'Europe/Berlin',
    });
    await signIn();
    await page.goto('/admin');
    const call = page
      .getByRole('list', { name: 'Upcoming calls' })
      .getByRole('listitem', {})
      .filter({
        hasText: 'Bexley Urgent Care',
      });
    await expect(call).toContainText(formatTime(slots[1] ?? '', 'Europe/Berlin'));
    await expectNoViolations(page);
    await call.getByRole('button', { name: 'Cancel the call with Bexley Urgent Care' }).click();
    const confirmation = page.getByRole('alertdialog');
    await expect(confirmation).toHaveAccessibleDescription(/They get a cancellation email/);
    await confirmation.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(call).toBeHidden();
    await page.goto('/admin?tab=leads');
    await page
      .getByRole('button', { name: /Bexley Urgent Care/ })
      .first()
      .click();
    await expect(page.getByRole('list', { name: 'Calls' })).toContainText('canceled');
  });

  test.describe('while email is turned off', () => {
    test.use({ settings: { SMTP_URL: '' } });

    test('asks the owner to notify the contact of a canceled call instead of promising an email', async ({
      page,
      server,
      signIn,
    }) => {
      const { slots } = (await server.api.get('/api/scheduling/slots')).body as { slots: string[] };
      await server.api.post('/api/scheduling/bookings', {
        name: 'Ravi Menon',
        email: 'ravi@x.example',
        company: 'Gets No Email',
        start: slots[1],
        timeZone: 'Europe/Berlin',
      });
      await signIn();
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Cancel the call with Gets No Email' }).click();
      const confirmation = page.getByRole('alertdialog', { name: 'Cancel this call?' });
      await expect(confirmation).toHaveAccessibleDescription(
        /Email is turned off, so please let them know yourself\. The time becomes available again\.$/,
      );
      await expect(confirmation).not.toContainText('They get');
    });
  });
});
