import type { Locator, Page } from '@playwright/test';
import { sampleLead } from '../support/samples';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { holdRequests } from './hold-requests';
import { keepToast, toast } from './lead-form';
import { createLead, openLead } from './leads';

test.use({ timezoneId: 'America/New_York' });
useSiteWithoutLeads();

const getRow = (page: Page, companyName: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: companyName, exact: true }) });

test.describe('leads tab', () => {
  test("shows a lead's contact, package, status, and local time in its row", async ({
    page,
    server,
  }) => {
    const lead = await createLead(server, { companyName: 'Row Texts' }, 'discovery_call');
    await page.goto('/admin?tab=leads');
    const createdAt = new Date(lead.createdAt);
    const format = (options: Intl.DateTimeFormatOptions) =>
      createdAt.toLocaleString('en-US', { timeZone: 'America/New_York', ...options });
    const date = format({ month: 'short', day: 'numeric' });
    const time = format({ hour: 'numeric', minute: '2-digit' }).replace(':00', '').toLowerCase();
    await expect(getRow(page, 'Row Texts').getByRole('cell')).toHaveText([
      'Select Row Texts',
      'Olga Brennerolga@haldenskin.example',
      sampleLead.phone,
      /./,
      'Full PM $1,000',
      'answered in 0 min',
      'No next step',
      'discovery call',
      `${date}, ${time}`,
      '',
    ]);
  });

  test('filters the list by search and status', async ({ page, server }) => {
    await createLead(server, { companyName: 'Quillfern One', email: 'a@quillfern.example' });
    await createLead(server, { companyName: 'Quillfern Two' }, 'closed_won');
    await createLead(server, { companyName: 'Elsewhere' }, 'closed_won');
    await page.goto('/admin?tab=leads');
    const search = page.getByRole('searchbox', { name: 'Search leads' });
    const companies = page.getByRole('rowheader');

    await search.fill('quillfern');
    await expect(companies).toHaveText(['Quillfern Two', 'Quillfern One']);
    await expect(page.getByText('2 leads', { exact: true })).toBeVisible();
    const created = page.getByRole('columnheader', { name: 'Created' });
    await expect(created).not.toHaveAttribute('aria-sort');
    await created.getByRole('button').click();
    await expect(created).toHaveAttribute('aria-sort', 'descending');
    await search.fill('a@quillfern');
    await expect(companies).toHaveText(['Quillfern One']);
    await expect(page.getByText('1 lead', { exact: true })).toBeVisible();

    await search.fill('quillfern');
    await page.getByLabel('Status').selectOption('closed_won');
    await expect(companies).toHaveText(['Quillfern Two']);
    await search.fill('quillfern nine');
    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all leads' }).click();
    await expect(getRow(page, 'Elsewhere')).toBeVisible();
    await expect(search).toHaveValue('');
  });

  test('loads the leads beyond the first hundred with "Show more"', async ({ page, server }) => {
    // Imported, because the mails of so many inquiries take ten times as long.
    const rows = Array.from(
      { length: 103 },
      (_, index) => `Bulkwood ${103 - index},Olga Brenner,olga${index}@haldenskin.example`,
    );
    const file = ['Company,Contact,Email', ...rows].join('\n');
    const imported = await server.api.request(
      'POST',
      '/api/leads/import',
      new TextEncoder().encode(file),
      { 'Content-Type': 'text/csv' },
    );
    expect(imported.body).toMatchObject({ imported: 103 });
    await page.goto('/admin?tab=leads');
    await expect(page.getByText('Showing 100 of 103')).toBeVisible();
    const table = page.getByRole('table', { name: 'Leads' });
    await expect(table).toHaveAttribute('aria-rowcount', '104');
    // The first row of the file comes first, and only the rows near the viewport are rendered.
    await expect(page.getByRole('rowheader').first()).toHaveText('Bulkwood 103');
    expect(await page.getByRole('rowheader').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const seen = new Set<string>();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(async () => {
      for (const name of await page.getByRole('rowheader').allTextContents()) seen.add(name);
      // From the top again after the end: a row that was late is passed over.
      await page.evaluate(() => {
        const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
        scrollTo(0, scrollTop + clientHeight < scrollHeight - 1 ? scrollTop + 400 : 0);
      });
      expect(seen.size).toBe(103);
    }).toPass({ intervals: [100] });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(getRow(page, 'Bulkwood 1')).toHaveAttribute('aria-rowindex', '104');
  });

  test('undoes a change of several leads, but not over a later one of somebody else, also when the server refuses one of them, which stays selected', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Has Paid' });
    await createLead(server, { companyName: 'Was Called' }, 'contacted');
    await page.goto('/admin?tab=leads');
    const undo = toast(page).getByRole('button', { name: 'Undo' });
    const bar = page.getByRole('toolbar', { name: 'Selected leads' });
    await page.getByLabel('Select all').check();
    await bar.getByLabel('Set status').selectOption('closed won');
    await expect(toast(page)).toContainText('Updated 2 leads');
    await expect(getRow(page, 'Was Called')).toContainText('closed won');
    await undo.click();
    await expect(getRow(page, 'Has Paid')).toContainText('new');
    await expect(getRow(page, 'Was Called')).toContainText('contacted');

    await page.getByLabel('Select all').check();
    await bar.getByLabel('Set status').selectOption('proposal sent');
    await keepToast(page);
    await expect(getRow(page, 'Has Paid')).toContainText('proposal sent');
    await server.api.patch(`/api/leads/${id}`, { status: 'closed_won' });
    await undo.click();
    await expect(toast(page)).toContainText(
      '1 not changed: Someone else changed this lead in the meantime.',
    );
    await expect(getRow(page, 'Has Paid')).toContainText('closed won');
    await expect(getRow(page, 'Was Called')).toContainText('contacted');

    await page.route(
      '**/api/leads/bulk',
      async (route) => {
        const { ids, ...change } = route.request().postDataJSON();
        const [changed, refused] = ids;
        const response = await route.fetch({ postData: { ...change, ids: [changed] } });
        const { results } = await response.json();
        const message = 'It has a payment of $1,000.';
        await route.fulfill({
          json: { results: [...results, { id: refused, ok: false, message }] },
        });
      },
      { times: 1 },
    );
    await page.getByLabel('Select all').check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Deleted 1 lead');
    await expect(toast(page)).toContainText('1 not changed: It has a payment of $1,000.');
    await expect(getRow(page, 'Was Called')).toHaveCount(0);
    await expect(bar).toContainText('1 selected');
    await undo.click();
    await expect(getRow(page, 'Was Called')).toBeVisible();
  });

  test('keeps a lead selected that was selected while others are being changed', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Selected Later' });
    await createLead(server, { companyName: 'Selected First' });
    await page.goto('/admin?tab=leads');
    await page.getByLabel('Select Selected First').check();
    const release = await holdRequests(page, '**/api/leads/bulk');
    const bar = page.getByRole('toolbar', { name: 'Selected leads' });
    await bar.getByLabel('Set status').selectOption('contacted');
    await page.getByLabel('Select Selected Later').check();
    release();
    await expect(toast(page)).toContainText('Updated 1 lead');
    await expect(page.getByLabel('Select Selected First')).not.toBeChecked();
    await expect(page.getByLabel('Select Selected Later')).toBeChecked();
  });

  test('undoes a spam mark by hand, but not the one that a lead of the selection had before', async ({
    page,
    server,
  }) => {
    const sent = { ...sampleLead, companyName: 'Filled In By A Program', website: 'x' };
    expect((await server.api.post('/api/leads', sent)).status).toBe(201);
    const { id } = await createLead(server, { companyName: 'Marked By Hand' });
    await server.api.post('/api/leads/bulk', { ids: [id], action: 'spam' });
    await page.goto('/admin?tab=leads&status=suspect');
    await expect(page.getByRole('rowheader')).toHaveCount(2);
    await page.getByLabel('Select all').check();
    // Somebody else clears the mark that the page still shows.
    await server.api.post(`/api/leads/${id}/not-spam`);
    const bar = page.getByRole('toolbar', { name: 'Selected leads' });
    await bar.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(toast(page)).toContainText('Marked as spam: 2 leads');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('rowheader')).toHaveText([/^Filled In By A Program/]);
  });

  test.describe('when the server rejects the request', () => {
    test.use({ allowErrors: /status of (500|503)/ });

    test('shows an error toast and keeps the dialog open until a second try works', async ({
      page,
      server,
    }) => {
      const { id } = await createLead(server, { companyName: 'Stays New' });
      const dialog = await openLead(page, 'Stays New');
      const url = `**/api/leads/${id}`;
      await dialog.getByLabel('Status').selectOption('contacted');

      const rejection = { message: 'The database is being moved.', code: 'unavailable' };
      await page.route(url, (route) => route.fulfill({ status: 503, json: rejection }), {
        times: 1,
      });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Error');
      await expect(toast(page)).toContainText('The database is being moved.');

      await page.route(url, (route) => route.fulfill({ status: 500 }), { times: 1 });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Something went wrong. Please try again.');
      await expect(dialog.getByLabel('Status')).toHaveValue('contacted');

      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Lead updated');
      await expect(getRow(page, 'Stays New')).toContainText('contacted');
    });

    test('keeps the row of a lead that could not be deleted, until it is deleted or the owner cancels', async ({
      page,
      server,
    }) => {
      const { id } = await createLead(server, { companyName: 'Stays Here' });
      await page.goto('/admin?tab=leads');
      const url = `**/api/leads/${id}`;
      await page.route(url, (route) => route.fulfill({ status: 500 }), { times: 1 });
      const remove = page.getByRole('button', { name: 'Delete Stays Here' });
      await remove.click();
      const confirmation = page.getByRole('alertdialog', { name: 'Are you sure?' });
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toContainText('Failed to delete. Please try again.');
      await confirmation.getByRole('button', { name: 'Cancel' }).click();
      await expect(getRow(page, 'Stays Here')).toBeVisible();
      await remove.click();
      await expect(confirmation).toContainText(
        'This will permanently delete Stays Here. This action cannot be undone.',
      );
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toContainText('Deleted successfully');
      await expect(getRow(page, 'Stays Here')).toHaveCount(0);
    });
  });

  test.describe('when the session has ended', () => {
    test.use({ allowErrors: /status of 401/ });

    test('redirects to the sign-in page and returns to the leads after the sign-in', async ({
      page,
      context,
      server,
    }) => {
      await createLead(server, { companyName: 'Still There' });
      await page.goto('/admin?tab=leads');
      await expect(getRow(page, 'Still There')).toBeVisible();
      await context.clearCookies();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page).toHaveURL(/\/admin\/login\?next=/);
      await expect(toast(page)).toContainText('Your session has ended');
      await page.getByLabel('Password').fill(server.adminPassword);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL('/admin?tab=leads');
      await expect(getRow(page, 'Still There')).toBeVisible();
    });
  });
});
