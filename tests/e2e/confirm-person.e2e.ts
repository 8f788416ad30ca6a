import { createBooking, openCalendarAroundTheClock, timeButtons } from './calls';
import { expect, test } from './fixtures';
import { fetchStoredLeads, toast } from './lead-form';
import { createLead, openLead } from './leads';

test.use({ sharedSite: 'own lists' });

test.describe('dialog of a lead whose call someone else may have booked', () => {
  test('shows the new status after the owner confirms the person, but keeps one that was selected before', async ({
    page,
    server,
    signIn,
  }) => {
    await openCalendarAroundTheClock(server);
    await signIn();
    for (const [companyName, selected, stored] of [
      ['Confirmed By Hand', null, 'discovery_call'],
      ['Chosen Before', 'closed_won', 'closed_won'],
    ] as const) {
      const { email } = await createLead(server, { companyName, email: `${stored}@x.example` });
      await createBooking(server, companyName, undefined, email);
      const form = await openLead(page, companyName);
      const status = form.getByLabel('Status');
      await expect(status).toHaveValue('new');
      if (selected) await status.selectOption(selected);
      await form.getByRole('button', { name: 'Confirm it’s them' }).click();
      await expect(toast(page)).toContainText('Lead updated');
      await expect(form.getByRole('button', { name: 'Confirm it’s them' })).toHaveCount(0);
      await expect(status).toHaveValue(stored);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      expect((await fetchStoredLeads(server, companyName))[0]?.status).toBe(stored);
    }
  });
});

test('dialog of a lead goes on with the status of the lead after a call was booked in it', async ({
  page,
  server,
  signIn,
}) => {
  await openCalendarAroundTheClock(server);
  await signIn();
  await createLead(server, { companyName: 'Books Here' });
  const form = await openLead(page, 'Books Here');
  await form.getByRole('button', { name: 'Book a call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a call' });
  await timeButtons(dialog).last().click();
  await dialog.getByRole('button', { name: /^Book and tell/ }).click();
  await expect(dialog).toBeHidden();
  const status = form.getByLabel('Status');
  await expect(status).toHaveValue('discovery_call');
  await status.selectOption('proposal sent');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  expect((await fetchStoredLeads(server, 'Books Here'))[0]?.status).toBe('proposal_sent');
});
