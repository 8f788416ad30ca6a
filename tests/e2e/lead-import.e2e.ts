import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { crmFiles } from '../support/crm-files';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { ensureSignedIn } from './leads';

test.beforeEach(({ signIn }) => signIn());

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
  test('takes 50 rows of a CRM, and asks what its unknown statuses mean', async ({
    page,
    server,
  }) => {
    const file = crmFiles.find(({ name }) => name === 'Pipedrive')?.text ?? '';
    const check = await checkFile(
      page,
      file.replaceAll('Contact Made', 'Warm').replaceAll('Demo Scheduled', 'Hot'),
    );
    await expect(check.getByRole('radio', { name: 'No, nothing turns red' })).toBeChecked();
    await expect(check).toContainText('2 of 7 to choose');
    await expectNoViolations(page, { within: dialogSelector });
    for (const [text, status] of [
      ['Warm', 'contacted'],
      ['Hot', 'discovery call'],
    ] as const) {
      await check.getByLabel(new RegExp(`^${text}`)).selectOption(status);
    }
    await expect(check).toContainText('All recognized');
    await expect(check.getByRole('heading', { name: '1 row to fix' })).toBeVisible();
    await expect(check).toContainText('Studio 17, "North", Hal Rivera-17');
    await check.getByRole('button', { name: 'Import 49 leads' }).click();
    await page.getByRole('link', { name: 'See the 49 new leads' }).click();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await ensureSignedIn(server);
    const { body: waiting } = await server.api.get('/api/leads?status=new&q=Studio');
    expect(waiting).toEqual([]);
  });

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
});
