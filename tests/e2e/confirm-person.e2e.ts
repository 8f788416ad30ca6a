import { createBooking, openCalendarAroundTheClock } from './calls';
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
