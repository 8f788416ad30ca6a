import { expectNoViolations } from './axe';
import { bookForLead, getUpcomingCall, openCalendarAroundTheClock } from './calls';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

/** The owner's time zone. Visitors are in Berlin. */
const businessZone = 'Europe/Berlin';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server, { timeZone: businessZone }));

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
    const call = getUpcomingCall(page, company);
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
