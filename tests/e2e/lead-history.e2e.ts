import type { Locator, Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead } from './leads';

test.beforeEach(({ signIn }) => signIn());

async function openLead(page: Page, companyName: string): Promise<Locator> {
  await page.goto('/admin?tab=leads');
  await page.getByRole('button', { name: `Edit ${companyName}` }).click();
  return page.getByRole('dialog', { name: 'Update Lead Status' });
}

const openHistory = (form: Locator) => form.getByText('History', { exact: true }).click();
const entries = (form: Locator) => form.locator('details').getByRole('listitem');

test('a lead’s history says who changed the status, from what to what', async ({
  page,
  server,
}) => {
  await createLead(server, { companyName: 'Has History' });
  const form = await openLead(page, 'Has History');
  for (const status of ['contacted', 'closed won']) {
    await form.getByLabel('Status').selectOption({ label: status });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Edit Has History' }).click();
  }
  await openHistory(form);
  await expect(entries(form)).toHaveText([
    /^Changed by admin, .* \d{1,2}:\d\d [AP]MStatuswas: contacted→, became: closed won$/,
    /^Changed by admin, .* \d{1,2}:\d\d [AP]MStatuswas: new→, became: contacted$/,
  ]);
  await expect(form.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await expectNoViolations(page, { within: dialogSelector });
});

test('a lead that nobody has changed says so', async ({ page, server }) => {
  await createLead(server, { companyName: 'Untouched' });
  const form = await openLead(page, 'Untouched');
  await openHistory(form);
  await expect(form.getByText('No changes yet.')).toBeVisible();
});

test('older changes come when they are asked for, by keyboard too', async ({ page, server }) => {
  const { id } = await createLead(server, { companyName: 'Long History' });
  for (let change = 0; change < 23; change += 1) {
    const status = change % 2 === 0 ? 'contacted' : 'new';
    await server.api.patch(`/api/leads/${id}`, { status });
  }
  const form = await openLead(page, 'Long History');
  await form.getByText('History', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(entries(form)).toHaveCount(20);
  await form.getByRole('button', { name: 'Show older' }).press('Enter');
  await expect(entries(form)).toHaveCount(23);
  await expect(form.getByRole('button', { name: 'Show older' })).toHaveCount(0);
});

test.describe('when it cannot be read', () => {
  test.use({ allowErrors: /status of 503/ });

  test('the history says so, and can be tried again', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Unread' }, 'contacted');
    const refusal = { message: 'The database is being moved.', code: 'unavailable' };
    let asked = 0;
    await page.route(`**/api/leads/${id}/history`, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 503, json: refusal }) : route.continue();
    });
    const form = await openLead(page, 'Unread');
    await expect(form.getByRole('list', { name: 'Mails' })).toBeVisible();
    expect(asked).toBe(0);
    await openHistory(form);
    await expect(form.getByRole('alert')).toContainText(
      'The history could not be loaded. The database is being moved.',
    );
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect(entries(form)).toHaveCount(1);
  });
});
