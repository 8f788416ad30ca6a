import type { Locator, Page } from '@playwright/test';
import {
  bookCall,
  chooseDay,
  fillInBooking,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { fetchStoredLeads, toast, visit } from './lead-form';
import { createLead } from './leads';

async function openLead(page: Page, companyName: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${companyName}` }).click();
  return page.getByRole('dialog', { name: 'Update Lead Status' });
}

test.describe('dialog of a lead whose call someone else may have booked', () => {
  test.beforeEach(async ({ page, server, signIn }) => {
    await openCalendarAroundTheClock(server);
    await visit(page, '/schedule');
    await chooseDay(page);
    await timeButtons(page).first().click();
    await signIn();
  });

  test('shows the new status after the owner confirms the person, and Save stores it', async ({
    page,
    server,
  }) => {
    const companyName = 'Confirmed By Hand';
    await createLead(server, { companyName, email: 'by-hand@x.example' });
    await fillInBooking(page, 'by-hand@x.example');
    await bookCall(page);
    await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    await visit(page, '/admin?tab=leads');
    const form = await openLead(page, companyName);
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
    await createLead(server, { companyName, email: 'before@x.example' });
    await fillInBooking(page, 'before@x.example');
    await bookCall(page);
    await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeVisible();
    await visit(page, '/admin?tab=leads');
    const form = await openLead(page, companyName);
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
