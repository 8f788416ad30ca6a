import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { holdRequests, loseFirstResponse } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';
import { waitForIdle } from './wait-for-idle';

useSiteWithoutLeads();

/** Opens the import, and chooses a file. @returns the check of the file */
async function checkFile(page: Page, text: string): Promise<Locator> {
  await page.goto('/admin?tab=leads');
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'crm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  return page.getByRole('dialog', { name: 'Check crm.csv' });
}

test.describe('import of leads', () => {
  test('asks for the columns before it shows the errors of rows', async ({ page }) => {
    const check = await checkFile(page, 'Business,Person,Mail\nAcme,Ann,not an address\n');
    await expect(check).toContainText('Choose the column for each of these first');
    await expect(check.getByRole('heading', { name: /to fix/ })).toHaveCount(0);
    await expectNoViolations(page, { within: dialogSelector });
    await check.getByLabel(/^Business/).selectOption('Company');
    await check.getByLabel(/^Person/).selectOption('Contact');
    await check.getByLabel(/^Mail/).selectOption('Email');
    await expect(check.getByRole('heading', { name: '1 row to fix' })).toBeVisible();
  });

  test.describe('whose session ends', () => {
    test.use({ allowErrors: /status of 401/ });

    test('keeps the mapping and the corrections, and asks before it is closed', async ({
      page,
      server,
    }) => {
      const check = await checkFile(page, 'Business,Contact,Email\nAcme,Ann,no address\n');
      await page.keyboard.press('Escape');
      await expect(check).toBeHidden();
      await checkFile(page, 'Business,Contact,Email\nAcme,Ann,no address\n');
      await check.getByLabel(/^Business/).selectOption('Company');
      await check.getByRole('textbox', { name: 'Email' }).fill('ann@acme.example');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      const run = check.getByRole('button', { name: 'Import 1 lead' });
      await expect(run).toBeEnabled();
      await page.context().clearCookies();
      await run.click();
      const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
      await signIn.getByLabel('Password').fill(server.adminPassword);
      await signIn.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('dialog', { name: '1 lead imported' })).toBeVisible();
    });
  });

  test.describe('whose response is lost', () => {
    test.use({ allowErrors: /net::ERR_FAILED/ });

    test('is stored once when it is tried again', async ({ page, server }) => {
      const { id } = await createLead(server, { companyName: 'Twice', email: 'twice@x.example' });
      const check = await checkFile(page, 'Company,Contact,Email\nTwice,Ann,twice@x.example\n');
      await check.getByLabel('Row 2, Twice').selectOption('Add to that lead');
      await loseFirstResponse(page, '**/api/leads/import?*');
      const run = check.getByRole('button', { name: 'Import 1 lead' });
      await run.click();
      await expect(toast(page)).toContainText('Something went wrong');
      await run.click();
      await expect(page.getByRole('dialog', { name: '1 lead imported' })).toBeVisible();
      const { body } = await server.api.get(`/api/leads/${id}`);
      expect((body as LeadDetail).merged).toHaveLength(1);
    });
  });

  test('goes on when its dialog is closed, without asking, and reports its result with Undo', async ({
    page,
  }) => {
    const check = await checkFile(page, 'Company,Contact,Email\nClosed Early,Ann,no address\n');
    const email = check.getByRole('textbox', { name: 'Email' });
    await email.fill('ann@early.example');
    await email.press('Enter');
    const run = check.getByRole('button', { name: 'Import 1 lead' });
    await expect(run).toBeEnabled();
    const release = await holdRequests(page, '**/api/leads/import?*');
    await run.click();
    await expect(check.getByRole('button', { name: 'Importing 1 lead...' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(check).toBeHidden();
    release();
    await expect(toast(page)).toContainText('1 lead imported');
    await expect(page.getByRole('rowheader', { name: 'Closed Early' })).toBeVisible();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Import undone: 1 lead removed');
    await expect(page.getByRole('rowheader', { name: 'Closed Early' })).toHaveCount(0);
  });

  test('asks for another file, whatever a check in flight reports', async ({ page }) => {
    const check = await checkFile(page, 'Business,Contact,Email\nAcme,Ann,ann@acme.example\n');
    await expect(check).toBeVisible();
    const release = await holdRequests(page, '**/api/leads/import?*');
    await check.getByLabel(/^Business/).selectOption('Company');
    await check.getByRole('button', { name: 'Another file' }).click();
    const start = page.getByRole('dialog', { name: 'Import leads' });
    await expect(start).toBeVisible();
    const answered = page.waitForResponse('**/api/leads/import?*');
    release();
    await (await answered).finished();
    await waitForIdle(page);
    await expect(start).toBeVisible();
    await expect(start.getByLabel('CSV file')).toBeEnabled();
  });

  test('downloads the rows to fix with their reasons, and takes that file again', async ({
    page,
  }) => {
    const file = 'Company,Full name,Email,Status\nAcme,Ann,not an address,Odd\n';
    const check = await checkFile(page, file);
    const download = page.waitForEvent('download');
    await check.getByRole('button', { name: 'Download these rows' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Company,Full name,Email,Status,To fix');
    expect(text).toMatch(
      /Email: Please enter a valid email address; Status: “Odd” is not a status/,
    );
    await check.getByRole('button', { name: 'Another file' }).click();
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'crm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(check.getByLabel(/^To fix/)).toHaveValue('');
    await expect(check.getByRole('heading', { name: '1 row to fix' })).toBeVisible();
  });

  test('imports leads from a file after a check, and undoes it', async ({ page, server }) => {
    const { id } = await createLead(server, {
      companyName: 'Here Already',
      email: 'here@already.example',
    });
    await page.goto('/admin?tab=leads');
    await page.getByRole('button', { name: 'Import' }).click();
    const csv = [
      'Business,Contact,Email,Phone',
      'Harbor Yoga,Tom Okafor,tom@harboryoga.example,614 555 0122',
      'Cedar Lane Vets,Lola Quint,not an address,',
      'Here Already,Olga Brenner,here@already.example,',
    ].join('\n');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const check = page.getByRole('dialog', { name: 'Check leads.csv' });
    await expect(check.getByRole('button', { name: 'Import 0 leads' })).toBeDisabled();
    await check.getByLabel('Business').selectOption('Company');
    const email = check.getByRole('textbox', { name: 'Email' });
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(check).toContainText(/Same email as Olga Brenner, Here Already, .*, new/);
    await expect(check.getByRole('button', { name: 'Import 1 lead' })).toBeEnabled();
    await expectNoViolations(page, { within: dialogSelector });
    await email.fill('lola@cedar.example');
    const releaseCheck = await holdRequests(page, '**/api/leads/import?*');
    await email.press('Enter');
    await check.getByRole('combobox', { name: 'Row 4, Here Already' }).selectOption('add');
    releaseCheck();
    await check.getByRole('button', { name: 'Import 3 leads' }).click();
    const done = page.getByRole('dialog', { name: '3 leads imported' });
    await expect(done.getByRole('definition')).toHaveText(['2', '1', '0']);
    await expect(
      page.getByRole('rowheader', { name: 'Harbor Yoga', includeHidden: true }),
    ).toHaveCount(1);
    await expectNoViolations(page, { within: dialogSelector });
    await done.getByRole('link', { name: 'See the 2 new leads' }).click();
    await expect(done).toBeHidden();
    await expect(page).toHaveURL(/tab=leads&import=[\w-]+$/);
    const companies = page.getByRole('rowheader').getByRole('link');
    await expect(companies).toHaveCount(2);
    const removeImport = page.getByRole('button', {
      name: /^Remove filter Import leads.csv, Today/,
    });
    await removeImport.click();
    await expect(companies).toHaveCount(3);
    const { body: lead } = await server.api.get(`/api/leads/${id}`);
    expect(lead).toMatchObject({ merged: [{ companyName: 'Here Already' }] });

    // By keyboard: a later look finds the import in the list.
    await page.getByRole('button', { name: 'Import' }).focus();
    await page.keyboard.press('Enter');
    const earlier = page.getByRole('dialog', { name: 'Import leads' }).getByRole('region');
    await expect(earlier).toContainText('leads.csv');
    await expect(earlier).toContainText('2 leads, 1 added to leads you had, by admin');
    await expectNoViolations(page, { within: dialogSelector });
    await earlier.getByRole('link', { name: 'See the 2 new leads' }).press('Enter');
    await expect(companies).toHaveCount(2);
    await expect(removeImport).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const undone = earlier.getByRole('listitem').filter({ hasText: 'leads.csv' });
    await undone.getByRole('button', { name: 'Undo until' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Import undone: 2 leads removed');
    await expect(toast(page)).toContainText('1 row removed from leads you had');
    await expect(undone).toContainText('Undone');
    await expect(undone).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('rowheader', { name: 'Harbor Yoga' })).toHaveCount(0);
  });
});
