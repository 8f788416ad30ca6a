import type { Locator, Page } from '@playwright/test';
import { bookTime, chooseDay, openCalendarAroundTheClock } from './calls';
import { expect, test } from './fixtures';
import { fetchStoredLeads, toast, visit } from './lead-form';
import { createLead, openLead, type Site } from './leads';

/** Creates a lead and books a call in its name, then opens the lead. */
async function openLeadWithCall(
  page: Page,
  server: Site,
  companyName: string,
  email: string,
): Promise<Locator> {
  await openCalendarAroundTheClock(server);
  await createLead(server, { companyName, email });
  await visit(page, '/schedule');
  await chooseDay(page);
  await bookTime(page, email);
  return openLead(page, companyName);
}

test.describe('dialog of a lead whose call someone else may have booked', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('shows the new status after the owner confirms the person, and Save stores it', async ({
    page,
    server,
  }) => {
    const companyName = 'Confirmed By Hand';
    const form = await openLeadWithCall(page, server, companyName, 'by-hand@x.example');
    await expect(form.getByLabel('Status')).toHaveValue('new');
    await form.getByRole('button', { name: 'Confirm it’s them' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(form.getByLabel('Status')).toHaveValue('discovery_call');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    expect((await fetchStoredLeads(server, companyName))[0]?.status).toBe('discovery_call');
  });

  test('keeps a status that the owner selected before confirming the person', async ({
    page,
    server,
  }) => {
    const companyName = 'Chosen Before';
    const form = await openLeadWithCall(page, server, companyName, 'before@x.example');
    await form.getByLabel('Status').selectOption('closed_won');
    await form.getByRole('button', { name: 'Confirm it’s them' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(form.getByRole('button', { name: 'Confirm it’s them' })).toHaveCount(0);
    await expect(form.getByLabel('Status')).toHaveValue('closed_won');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    expect((await fetchStoredLeads(server, companyName))[0]?.status).toBe('closed_won');
  });
});
