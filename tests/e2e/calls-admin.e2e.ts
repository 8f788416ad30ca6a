import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import {
  createBooking,
  fetchFreeSlots,
  formatTime,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { toast, visit } from './lead-form';
import { createLead, type Site } from './leads';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

/** Opens the overview and presses the button that cancels a call. @returns the confirmation */
async function openCancelDialog(page: Page, company: string): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('button', { name: `Cancel the call with ${company}` }).click();
  return page.getByRole('dialog', { name: 'Cancel the call' });
}

/** Books a call for a new lead, as the owner. @returns the lead's id */
async function bookForLead(site: Site, companyName: string): Promise<string> {
  const { id } = await createLead(site, { companyName });
  const [start] = await fetchFreeSlots(site);
  expect((await site.api.post(`/api/leads/${id}/bookings`, { start })).status).toBe(201);
  return id;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

test.describe('call availability in the admin area', () => {
  test('sets the times that visitors can book', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/admin?tab=hours');
    // Not today: the next hours are too soon to be booked.
    const openDay = weekdays[(new Date().getUTCDay() + 3) % 7] ?? '';
    const closedDays = weekdays.filter((day) => day !== openDay);
    for (const day of closedDays) {
      await page.getByRole('switch', { name: day }).uncheck();
    }
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('germany');
    await expect(page.getByRole('option').first()).toContainText('Berlin');
    await expectNoViolations(page);
    await zone.press('Enter');
    await expect(zone).toHaveValue('Central European Time – Berlin');
    await page.getByLabel(`${openDay}, opens`).fill('17:00');
    await page.getByLabel(`${openDay}, closes`).fill('10:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `${openDay}: 17:00 to 10:00 ends before it begins`,
    );
    await page.getByLabel(`${openDay}, opens`).fill('09:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByText('Availability saved').first()).toBeVisible();

    await visit(page, '/schedule');
    await expect(timeButtons(page)).toHaveText(['9:00 AM', '9:30 AM']);
    const dayButtons = (name: RegExp) => page.getByRole('button', { name });
    await expect(dayButtons(new RegExp(`^${openDay}, .*, 2 times$`)).first()).toBeVisible();
    await expect(dayButtons(new RegExp(`^(${closedDays.join('|')}), `))).toHaveCount(0);
  });
});

test.describe('the meeting link of a call', () => {
  test('is changed in the list of calls, which can be undone, and on the lead’s page', async ({
    page,
    server,
    signIn,
  }) => {
    const company = 'Quillfeather Books';
    const leadId = await bookForLead(server, company);
    await signIn();
    await page.goto('/admin?tab=calls');
    const call = page
      .getByRole('list', { name: 'Upcoming calls' })
      .getByRole('listitem')
      .filter({ hasText: company });
    await call.getByRole('button', { name: `Link of the call with ${company}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change the link' });
    await expect(dialog).toHaveAccessibleDescription(/gets an email with the new link/);
    const save = dialog.getByRole('button', { name: /^Save and tell / });
    await save.click();
    await expect(dialog.getByText('Enter another link')).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByLabel('Meeting link').fill('https://meet.example/one');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(toast(page)).toContainText('leaves in 10 seconds');
    await expect(call.getByRole('link', { name: 'meet.example/one' })).toBeVisible();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(call.getByRole('link', { name: 'meet.example/one' })).toBeHidden();

    await page.goto(`/admin/leads/${leadId}`);
    await page.getByRole('button', { name: 'Add link' }).click();
    await dialog.getByLabel('Meeting link').fill('https://meet.example/two');
    await expectNoViolations(page);
    await save.click();
    const calls = page.getByRole('list', { name: 'Calls' });
    await expect(calls.getByRole('link', { name: 'meet.example/two' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change link' })).toBeFocused();
  });
});

test.describe('upcoming calls in the admin overview', () => {
  test('show a booked call in the time zone of the browser, and the owner can cancel it', async ({
    page,
    server,
    signIn,
  }) => {
    const company = 'Bexley Urgent Care';
    const start = await createBooking(server, company);
    await signIn();
    await page.goto('/admin');
    const calls = page.getByRole('list', { name: 'Upcoming calls' });
    const call = calls.getByRole('listitem').filter({ hasText: company });
    await expect(call).toContainText(formatTime(start, 'Europe/Berlin'));
    await expectNoViolations(page);
    const confirmation = await openCancelDialog(page, company);
    await expect(confirmation).toHaveAccessibleDescription(/They get a cancellation email/);
    const cancel = confirmation.getByRole('button', { name: 'Cancel and tell Ravi' });
    await cancel.click();
    await expect(confirmation.getByText('Write one sentence.')).toBeVisible();
    await confirmation.getByLabel('Tell Ravi why').fill('I am out sick today.');
    await expectNoViolations(page);
    await cancel.click();
    await expect(call).toBeHidden();
    const asked = page.getByRole('list', { name: 'Canceled calls' });
    await expect(asked).toBeHidden();
    await page.goto('/admin?tab=leads');
    await page
      .getByRole('button', { name: /Bexley Urgent Care/ })
      .first()
      .click();
    await expect(page.getByRole('list', { name: 'Calls' })).toContainText('canceled');
  });

  test('show phone number and link, and can be moved with a message to the visitor', async ({
    page,
    server,
    signIn,
  }) => {
    const company = 'Moves Once';
    await createBooking(server, company);
    await signIn();
    await page.goto('/admin?tab=calls');
    await page.getByRole('button', { name: `Move the call with ${company}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the call' });
    await dialog
      .getByRole('button', { name: /^\d+:\d\d [AP]M$/, disabled: false })
      .first()
      .click();
    await expect(dialog).toContainText('For Ravi: ');
    await expect(dialog.getByRole('status')).toContainText(/New time.*\d+:\d\d [AP]M/);
    await expectNoViolations(page);
    const week = page.getByRole('region', { name: 'Week of calls' });
    await expect(week.getByText('New time')).toBeVisible();
    await dialog.getByRole('button', { name: 'Another time, also outside your hours' }).click();
    await expect(week.getByText('New time')).toBeHidden();
    await dialog.getByLabel('Time').fill('2031-03-18T09:30');
    await expect(week).toContainText('March 17 to 23.');
    await expect(week.getByText('New time')).toBeVisible();
    await dialog.getByLabel('Tell Ravi why').fill('My flight lands late.');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Move and tell Ravi' }).click();
    await expect(dialog).toBeHidden();
    const calls = page.getByRole('list', { name: 'Upcoming calls' });
    const call = calls.getByRole('listitem').filter({ hasText: company });
    await expect(call).toContainText('Tuesday, March 18, 2031');
    await expect(call).toContainText('9:30 AM');
    await expect(toast(page)).toContainText('The email to Ravi leaves in 10 seconds.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(call).not.toContainText('March 18');
  });

  test('can be booked for a lead found by name; undoing that asks for the lead’s status', async ({
    page,
    server,
    signIn,
  }) => {
    await createLead(server, { companyName: 'Books By Phone', contactName: 'Petra Novak' });
    await signIn();
    await page.goto('/admin?tab=calls');
    await page.getByRole('button', { name: 'Book a call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a call' });
    await dialog.getByLabel('Lead').fill('Books By');
    await dialog.getByRole('button', { name: /Books By Phone/ }).click();
    await dialog
      .getByRole('button', { name: /^\d+:\d\d [AP]M$/, disabled: false })
      .nth(2)
      .click();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Book and tell Petra' }).click();
    await expect(dialog).toBeHidden();
    const calls = page.getByRole('list', { name: 'Upcoming calls' });
    await expect(calls.getByRole('listitem').filter({ hasText: 'Books By Phone' })).toBeVisible();
    const week = page.getByRole('region', { name: 'Week of calls' });
    await expect(week.getByRole('link', { name: /Petra Novak/ })).toBeVisible();
    // Before the toast leaves.
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(calls.getByRole('listitem').filter({ hasText: 'Books By Phone' })).toBeHidden();
    await expect(week.getByRole('link', { name: /Petra Novak/ })).toContainText('canceled');
    await expectNoViolations(page);
    await page.goto('/admin');
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await expect(followUps).toContainText('Move Books By Phone back to contacted?');
    await expectNoViolations(page);
    await followUps.getByRole('button', { name: /^Move back: Books By Phone/ }).click();
    await expect(followUps).not.toContainText('Books By Phone');
    const { body } = await server.api.get('/api/leads?q=Books%20By%20Phone');
    expect(body).toMatchObject([{ status: 'contacted' }]);
  });

  test('keep their dialog open when Escape closes its list of time zones', async ({
    page,
    signIn,
  }) => {
    await signIn();
    // Too narrow for a form beside the list.
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto('/admin?tab=calls');
    await page.getByRole('button', { name: 'Book a call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a call' });
    const zone = dialog.getByRole('combobox', { name: 'Their time zone' });
    await zone.fill('chicago');
    await expect(dialog.getByRole('option').first()).toContainText('Chicago');
    await zone.press('Escape');
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await expect(zone).toBeFocused();
    await zone.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test.describe('whose new time is taken', () => {
    test.use({ allowErrors: /status of 409/ });

    test('keep the typed message when a visitor books the new time first', async ({
      page,
      server,
      signIn,
    }) => {
      await createBooking(server, 'Loses The Race');
      const start = (await fetchFreeSlots(server))[9] ?? '';
      await signIn();
      await page.goto('/admin?tab=calls');
      await page.getByRole('button', { name: 'Move the call with Loses The Race' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move the call' });
      const day = new Intl.DateTimeFormat('en-US', {
        timeZone: 'Europe/Berlin',
        weekday: 'long',
        month: 'long',
        day: 'numeric',
      }).format(new Date(start));
      await dialog.getByRole('button', { name: day }).click();
      const time = dialog.getByRole('button', {
        name: formatTime(start, 'Europe/Berlin'),
        exact: true,
      });
      await time.click();
      await dialog.getByLabel('Tell Ravi why').fill('My flight lands late.');
      await createBooking(server, 'Wins The Race', start);
      await dialog.getByRole('button', { name: 'Move and tell Ravi' }).click();
      await expect(
        dialog.getByText(/ was just taken\. What you wrote is still here/),
      ).toBeVisible();
      await expect(time).toBeDisabled();
      await expect(dialog.getByLabel('Tell Ravi why')).toHaveValue('My flight lands late.');
    });
  });

  test('ask for the status of the lead only while it is in discovery call', async ({
    page,
    server,
    signIn,
  }) => {
    const id = await bookForLead(server, 'Further Along');
    await signIn();
    const asked = async () => {
      const loaded = page.waitForResponse(`**/api/leads/${id}`);
      const dialog = await openCancelDialog(page, 'Further Along');
      await loaded;
      return dialog.getByRole('group', { name: 'The lead is in discovery call' });
    };
    await expect(await asked()).toBeVisible();
    await server.api.patch(`/api/leads/${id}`, { status: 'proposal_sent' });
    await expect(await asked()).toBeHidden();
  });

  test.describe('when a request fails', () => {
    test.use({ allowErrors: /net::ERR_FAILED|status of 401/ });

    test('keep the message of a cancellation, which can be sent again', async ({
      page,
      server,
      signIn,
    }) => {
      await bookForLead(server, 'Needs Two Tries');
      await signIn();
      const dialog = await openCancelDialog(page, 'Needs Two Tries');
      const message = dialog.getByLabel('Tell Olga why');
      await message.fill('I am out sick today.');
      const cancel = dialog.getByRole('button', { name: 'Cancel and tell Olga' });
      await page.route('**/api/scheduling/bookings/*', (route) => route.abort(), { times: 1 });
      await cancel.click();
      await expect(toast(page)).toContainText('Error');
      await expect(message).toHaveValue('I am out sick today.');
      await cancel.click();
      await expect(dialog).toBeHidden();
      await expect(toast(page)).toContainText('Call canceled');
    });

    test('are moved after the owner has signed in again, because the session had ended', async ({
      page,
      server,
      signIn,
    }) => {
      await bookForLead(server, 'Waits For The Owner');
      await signIn();
      await page.goto('/admin?tab=calls');
      await page.getByRole('button', { name: 'Move the call with Waits For The Owner' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move the call' });
      await dialog
        // Another test may have taken the last time of the day.
        .getByRole('button', { name: /^\d+:\d\d [AP]M$/, disabled: false })
        .last()
        .click();
      await dialog.getByLabel('Tell Olga why').fill('My flight lands late.');
      await page.context().clearCookies();
      await dialog.getByRole('button', { name: 'Move and tell Olga' }).click();
      const login = page.getByRole('dialog', { name: 'Your session has ended' });
      await login.getByLabel('Password').fill(server.adminPassword);
      await login.getByRole('button', { name: 'Login' }).click();
      await expect(dialog).toBeHidden();
      await expect(toast(page)).toContainText('Call moved');
    });
  });

  test.describe('while email is turned off', () => {
    test.use({ settings: { SMTP_URL: '' } });

    test('ask the owner to notify the contact of a canceled call instead of promising an email', async ({
      page,
      server,
      signIn,
    }) => {
      await createBooking(server, 'Gets No Email');
      await signIn();
      const confirmation = await openCancelDialog(page, 'Gets No Email');
      await expect(confirmation).toHaveAccessibleDescription(
        /Email is turned off, so please let them know yourself\. The time becomes available again\.$/,
      );
      await expect(confirmation).not.toContainText('They get');
    });
  });
});
