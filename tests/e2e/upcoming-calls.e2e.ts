import type { Locator, Page } from '@playwright/test';
import { everySize, expectNoViolations } from './axe';
import {
  bookForLead,
  changeMeetingLink,
  createBooking,
  fetchFreeSlots,
  formatShortDay,
  formatTime,
  getUpcomingCall,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';

/** The owner's time zone. Visitors are in Berlin. */
const businessZone = 'Europe/Berlin';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server, { timeZone: businessZone }));

/** Opens the list of calls and the form that moves one of them. @returns the form */
async function openMoveDialog(page: Page, company: string): Promise<Locator> {
  await page.goto('/admin?tab=calls');
  await page.getByRole('button', { name: `Move the call with ${company}` }).click();
  return page.getByRole('dialog', { name: 'Move the call' });
}

test('an upcoming call appears on the overview when it is booked, and the page of its lead follows, without losing a note', async ({
  page,
  server,
  signIn,
}) => {
  const company = 'Books Unseen';
  await signIn();
  await page.clock.install();
  // The page refetches its calls when a later overview differs from the first one.
  const overview = page.waitForResponse('**/api/overview');
  await page.goto('/admin');
  await overview;
  await expect(page.getByRole('heading', { name: 'Upcoming calls' })).toBeVisible();
  await expect(getUpcomingCall(page, company)).toHaveCount(0);
  await createBooking(server, company);
  await page.clock.fastForward(10_000);
  await getUpcomingCall(page, company).getByRole('link', { name: 'Ravi' }).click();
  const note = page.getByLabel('Note');
  await note.fill('Half a sentence');
  const status = page.getByRole('group', { name: 'Status' });
  await expect(status.getByRole('button', { pressed: true })).toContainText('discovery call');
  const id = page.url().split('/').at(-1);
  await server.api.patch(`/api/leads/${id}`, { status: 'closed_won' });
  await page.clock.fastForward(10_000);
  await expect(status.getByRole('button', { pressed: true })).toContainText('closed won');
  await expect(note).toHaveValue('Half a sentence');
});

test.describe('moving an upcoming call', () => {
  test('shows the new time in the week, also on a day off, sends a message to the visitor, and can be undone', async ({
    page,
    server,
    signIn,
  }) => {
    const company = 'Moves Once';
    await openCalendarAroundTheClock(server, {
      timeZone: businessZone,
      daysOff: ['2031-03-18'],
      dayOffLabels: { '2031-03-18': 'Franchise expo' },
    });
    await createBooking(server, company);
    await signIn();
    const dialog = await openMoveDialog(page, company);
    const send = dialog.getByRole('button', { name: 'Move and tell Ravi' });
    await expect(timeButtons(dialog).first()).toBeVisible();
    await send.click();
    await expect(dialog.getByText('Choose a new time')).toBeFocused();
    await timeButtons(dialog).first().click();
    await send.click();
    await expect(dialog.getByLabel('Tell Ravi why')).toBeFocused();
    await expect(dialog).toContainText('For Ravi: ');
    await expect(dialog.getByRole('status')).toContainText(/New time.*\d+(:\d\d)? [ap]m/);
    const week = page.getByRole('region', { name: 'Week of calls' });
    await expect(week.getByText('New time')).toBeVisible();
    await dialog.getByRole('button', { name: 'Another time, even outside your hours' }).click();
    await expect(week.getByText('New time')).toBeHidden();
    await dialog.getByLabel('Time').fill('2031-03-17T09:30');
    const note = dialog.getByText('This is a day off: Franchise expo. You can still choose it.');
    await expect(note).toBeHidden();
    await dialog.getByLabel('Time').fill('2031-03-18T09:30');
    await expect(note).toBeVisible();
    await expect(week).toContainText('March 17 to 23.');
    await expect(week.getByText('New time')).toBeVisible();
    await dialog.getByLabel('Tell Ravi why').fill('My flight lands late.');
    await expectNoViolations(page, { within: '[role=dialog]', sizes: everySize });
    await send.click();
    await expect(dialog).toBeHidden();
    const call = getUpcomingCall(page, company);
    await expect(call).toContainText('Tuesday, March 18, 2031');
    await expect(call).toContainText('9:30 am');
    await expect(toast(page)).toContainText('The email to Ravi leaves in 10 seconds.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(call).not.toContainText('March 18');
  });

  test('marks the present time, also on a day that is shown later', async ({
    page,
    server,
    signIn,
  }) => {
    const slots = await fetchFreeSlots(server);
    const start = slots[7 * 48] ?? '';
    await bookForLead(server, 'Moves From Here', start);
    await signIn();
    const dialog = await openMoveDialog(page, 'Moves From Here');
    const time = formatTime(start, businessZone);
    const present = dialog.getByRole('button', { name: `${time} current` });
    await expect(present).toBeDisabled();
    await expect(present).toHaveAttribute('aria-current', 'time');
    const day = dialog.getByRole('button', { name: formatShortDay(start, businessZone) });
    await expect(day).toHaveAttribute('aria-pressed', 'true');
    await expect(timeButtons(dialog).first()).toBeEnabled();
  });

  test.describe('to a time that is taken', () => {
    test.use({ allowErrors: /status of 409/ });

    test('keeps the typed message when a visitor books the new time first', async ({
      page,
      server,
      signIn,
    }) => {
      await createBooking(server, 'Loses The Race');
      const start = (await fetchFreeSlots(server))[9] ?? '';
      await signIn();
      const dialog = await openMoveDialog(page, 'Loses The Race');
      await dialog.getByRole('button', { name: formatShortDay(start, 'Europe/Berlin') }).click();
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
      ).toBeFocused();
      await expect(time).toBeDisabled();
      await expect(dialog.getByLabel('Tell Ravi why')).toHaveValue('My flight lands late.');
    });
  });

  test.describe('that was changed since the dialog opened', () => {
    test.use({ allowErrors: /status of 412/ });

    test('is rejected, keeps the message, and succeeds when sent again', async ({
      page,
      server,
      signIn,
    }) => {
      const id = await bookForLead(server, 'Changed Elsewhere');
      await signIn();
      const dialog = await openMoveDialog(page, 'Changed Elsewhere');
      // Polled every ten seconds, it would bring the change to the dialog.
      await holdRequests(page, '**/api/overview');
      await timeButtons(dialog).last().click();
      const message = dialog.getByLabel('Tell Olga why');
      await message.fill('My flight lands late.');
      await changeMeetingLink(server, id);
      await dialog.getByRole('button', { name: 'Move and tell Olga' }).click();
      await expect(toast(page)).toContainText(
        'This call was changed in the meantime, so nothing was saved.',
      );
      await expect(message).toHaveValue('My flight lands late.');
      await dialog.getByRole('button', { name: 'Move and tell Olga' }).click();
      await expect(dialog).toBeHidden();
      await expect(toast(page)).toContainText('Call moved');
    });
  });
});

test('a message about a call is not lost when another form is opened, nor while it is sent', async ({
  page,
  server,
  signIn,
}) => {
  for (const company of ['Moves Perhaps', 'Is Canceled']) await bookForLead(server, company);
  await signIn();
  const move = await openMoveDialog(page, 'Moves Perhaps');
  const message = move.getByLabel('Tell Olga why');
  await message.fill('My flight lands late.');
  const cancel = page.getByRole('button', { name: 'Cancel the call with Is Canceled' });
  await cancel.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(move).toBeFocused();
  await expect(message).toHaveValue('My flight lands late.');
  await cancel.press('Enter');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel the call' });
  await expect(dialog).toBeFocused();
  await expect(move).toBeHidden();
  const reason = dialog.getByLabel('Tell Olga why');
  await reason.fill('I am out');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await reason.fill('I am out sick today.');
  const release = await holdRequests(page, '**/api/scheduling/bookings/*');
  await dialog.getByRole('button', { name: 'Cancel and tell Olga' }).click();
  await expect(reason).not.toBeEditable();
  release();
  await expect(dialog).toBeHidden();
  await expect(getUpcomingCall(page, 'Is Canceled')).toBeHidden();
});

test('the meeting link of a call is changed in the list of calls, which can be undone, and on the lead’s page', async ({
  page,
  server,
  signIn,
}) => {
  const company = 'Quillfeather Books';
  const leadId = await bookForLead(server, company);
  await signIn();
  await page.goto('/admin?tab=calls');
  const call = getUpcomingCall(page, company);
  await call.getByRole('button', { name: `Link of the call with ${company}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the link' });
  await expect(dialog).toHaveAccessibleDescription(/gets an email with the new link/);
  const save = dialog.getByRole('button', { name: /^Save and tell / });
  await save.click();
  await expect(dialog.getByText('Enter another link')).toBeVisible();
  await expectNoViolations(page, { within: '[role=dialog]', sizes: everySize });
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
  await save.click();
  const calls = page.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('link', { name: 'meet.example/two' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change link' })).toBeFocused();
});
