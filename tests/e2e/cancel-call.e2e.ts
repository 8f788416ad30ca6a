import type { Locator, Page } from '@playwright/test';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import {
  bookForLead,
  createBooking,
  fetchFreeSlots,
  fetchUpcomingCalls,
  formatDay,
  formatTime,
  getUpcomingCall,
  openCalendarAroundTheClock,
} from './calls';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead } from './leads';
import { turnMailOff } from './mail-off';

/** The owner's time zone. Visitors are in Berlin. */
const businessZone = 'Asia/Tokyo';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server, { timeZone: businessZone }));

/** Opens the overview and presses the button that cancels a call. @returns the confirmation */
async function openCancelDialog(page: Page, company: string): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('button', { name: `Cancel the call with ${company}` }).click();
  return page.getByRole('dialog', { name: 'Cancel the call' });
}

test.describe('canceling an upcoming call', () => {
  test.use({ allowErrors: /net::ERR_FAILED/ });

  test('is possible in the overview, in the time zone of the business, also after a failed request', async ({
    page,
    server,
    signIn,
  }) => {
    const company = 'Bexley Urgent Care';
    const { start } = await createBooking(server, company);
    await signIn();
    await page.goto('/admin');
    const call = getUpcomingCall(page, company);
    await expect(call).toContainText(formatTime(start, businessZone));
    const confirmation = await openCancelDialog(page, company);
    await expect(confirmation).toHaveAccessibleDescription(/They get a cancellation email/);
    const cancel = confirmation.getByRole('button', { name: 'Cancel and tell Ravi' });
    await cancel.click();
    await expect(confirmation.getByText('Write one sentence.')).toBeVisible();
    const message = confirmation.getByLabel('Tell Ravi why');
    await message.fill('I am out sick today.');
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await page.route('**/api/scheduling/bookings/*', (route) => route.abort(), { times: 1 });
    await cancel.click();
    await expect(toast(page)).toContainText('Error');
    await expect(message).toHaveValue('I am out sick today.');
    await cancel.click();
    await expect(toast(page)).toContainText('Call canceled');
    // Below the dialog, the call is hidden anyway.
    await expect(confirmation).toBeHidden();
    await expect(call).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Follow-ups' })).not.toContainText(company);
    await page.goto('/admin?tab=leads');
    await page
      .getByRole('button', { name: /Bexley Urgent Care/ })
      .first()
      .click();
    await expect(page.getByRole('list', { name: 'Calls' })).toContainText('canceled');
  });

  test('asks for the status of the lead only while it is in discovery call', async ({
    page,
    server,
    signIn,
  }) => {
    const id = await bookForLead(server, 'Further Along');
    await signIn();
    const question = page.getByRole('group', { name: 'The lead is in discovery call' });
    await openCancelDialog(page, 'Further Along');
    await expect(question).toBeVisible();
    await server.api.patch(`/api/leads/${id}`, { status: 'proposal_sent' });
    const loaded = page.waitForResponse(`**/api/leads/${id}`);
    const dialog = await openCancelDialog(page, 'Further Along');
    await loaded;
    await dialog.getByLabel('Tell Olga why').fill('I am out sick today.');
    await expect(question).toBeHidden();
    const sent = page.waitForRequest('**/api/scheduling/bookings/*');
    await dialog.getByRole('button', { name: 'Cancel and tell Olga' }).click();
    expect((await sent).postDataJSON()).not.toHaveProperty('lead');
    await expect(dialog).toBeHidden();
  });

  test('asks for the status of the lead that the inquiry was merged into', async ({
    page,
    server,
    signIn,
  }) => {
    const otherId = await bookForLead(server, 'Is Part Of Another');
    const { id: keepId } = await createLead(server, { companyName: 'Has Two Inquiries' });
    await server.api.patch(`/api/leads/${otherId}`, { status: 'contacted' });
    await server.api.patch(`/api/leads/${keepId}`, { status: 'discovery_call' });
    expect((await server.api.post('/api/leads/merge', { keepId, otherId })).status).toBe(200);
    await signIn();
    const dialog = await openCancelDialog(page, 'Is Part Of Another');
    await dialog.getByLabel('Move it back to contacted').check();
    await dialog.getByLabel('Tell Olga why').fill('I am out sick today.');
    await dialog.getByRole('button', { name: 'Cancel and tell Olga' }).click();
    await expect(dialog).toBeHidden();
    const { body } = await server.api.get(`/api/leads/${keepId}`);
    expect(body).toMatchObject({ status: 'contacted' });
  });

  test('asks the owner to notify the contact instead of promising an email while email is turned off', async ({
    page,
    server,
    signIn,
  }) => {
    await createBooking(server, 'Gets No Email');
    await signIn();
    await turnMailOff(page, '/admin');
    const confirmation = await openCancelDialog(page, 'Gets No Email');
    await expect(confirmation).toHaveAccessibleDescription(
      /Email is turned off, so please let them know yourself\. The time becomes available again\.$/,
    );
    await expect(confirmation).not.toContainText('They get');
  });
});

/** Selects the calls with two companies in the list of calls. @returns the form that cancels both */
async function openCancelTwo(page: Page, companies: string[]): Promise<Locator> {
  await page.goto('/admin?tab=calls');
  await page.getByRole('button', { name: 'Select calls' }).click();
  for (const company of companies) {
    await page.getByRole('checkbox', { name: `Select the call with ${company}` }).check();
  }
  await page.getByRole('button', { name: 'Cancel 2 calls' }).click();
  return page.getByRole('dialog', { name: 'Cancel 2 calls' });
}

test.describe('canceling several calls', () => {
  test('takes those that the owner selects, and can be undone', async ({
    page,
    server,
    signIn,
  }) => {
    const selected = ['First Of Three', 'Second Of Three'];
    for (const company of [...selected, 'Third Of Three']) await bookForLead(server, company);
    await signIn();
    const dialog = await openCancelTwo(page, selected);
    await expect(dialog).toHaveAccessibleDescription(/Each of them gets a cancellation email/);
    await expectNoViolations(page);
    await dialog.getByLabel('Tell them why').fill('We are closed that day.');
    await dialog.getByRole('button', { name: 'Cancel 2 calls and tell them' }).click();
    await expect(dialog).toBeHidden();
    await expect(getUpcomingCall(page, 'Third Of Three')).toBeVisible();
    for (const company of selected) await expect(getUpcomingCall(page, company)).toBeHidden();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    for (const company of selected) await expect(getUpcomingCall(page, company)).toBeVisible();
  });

  test.describe('of which one was moved since they were selected', () => {
    test.use({ allowErrors: /status of 412/ });

    test('is rejected, keeps the message, shows the new time, and succeeds when sent again', async ({
      page,
      server,
      signIn,
    }) => {
      const selected = ['Moves Itself', 'Stays There'];
      for (const company of selected) await bookForLead(server, company);
      await signIn();
      await page.clock.install();
      // The page refetches its calls when a later overview differs from the first one.
      const overview = page.waitForResponse('**/api/overview');
      const dialog = await openCancelTwo(page, selected);
      await overview;
      const message = dialog.getByLabel('Tell them why');
      await message.fill('We are closed that day.');
      const [call] = (await fetchUpcomingCalls(server)).filter(
        ({ company }) => company === 'Moves Itself',
      );
      const start = (await fetchFreeSlots(server)).at(-1) ?? '';
      await server.api.patch(`/api/scheduling/bookings/${call?.id}`, { start });
      await page.clock.fastForward(10_000);
      // Even though the list has the new version, the request has the one that was selected.
      const moved = getUpcomingCall(page, 'Moves Itself');
      await expect(moved).toContainText(formatDay(start, businessZone));
      const cancel = dialog.getByRole('button', { name: 'Cancel 2 calls and tell them' });
      await cancel.click();
      await expect(toast(page)).toContainText(
        'One of these calls was changed in the meantime, so nothing was canceled.',
      );
      await expect(message).toHaveValue('We are closed that day.');
      await cancel.click();
      await expect(dialog).toBeHidden();
      for (const company of selected) await expect(getUpcomingCall(page, company)).toBeHidden();
    });
  });
});
