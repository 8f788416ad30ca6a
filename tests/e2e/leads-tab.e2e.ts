import type { Locator, Page } from '@playwright/test';
import { sampleLead } from '../samples';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead, removeAllLeads } from './leads';

test.use({ timezoneId: 'America/New_York' });
test.beforeEach(({ signIn }) => signIn());

const rowOf = (page: Page, companyName: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: companyName, exact: true }) });

async function openLead(page: Page, companyName: string): Promise<Locator> {
  await page.goto('/admin?tab=leads');
  await page.getByRole('button', { name: `Edit ${companyName}` }).click();
  return page.getByRole('dialog', { name: 'Update Lead Status' });
}

test('a row says who, what, how far and when', async ({ page, server }) => {
  const lead = await createLead(server, { companyName: 'Row Texts' }, 'discovery_call');
  await page.goto('/admin?tab=leads');
  const when = new Date(lead.createdAt);
  const format = (options: Intl.DateTimeFormatOptions) =>
    when.toLocaleString('en-US', { timeZone: 'America/New_York', ...options });
  const date = format({ month: 'short', day: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit' });
  await expect(rowOf(page, 'Row Texts').getByRole('cell')).toHaveText([
    'Olga Brennerolga@haldenskin.example',
    'Full PM',
    'discovery call',
    `${date}, ${time}`,
    '',
  ]);
});

test('a lead without a package says that it has none', async ({ page, server }) => {
  await createLead(server, { companyName: 'No Package', interestedPackage: null });
  await page.goto('/admin?tab=leads');
  await expect(rowOf(page, 'No Package')).toContainText('not given');
});

test('search and status narrow the list', async ({ page, server }) => {
  await createLead(server, { companyName: 'Quillfern One', email: 'a@quillfern.example' });
  await createLead(server, { companyName: 'Quillfern Two' }, 'closed_won');
  await createLead(server, { companyName: 'Elsewhere' }, 'closed_won');
  await page.goto('/admin?tab=leads');
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  const companies = page.getByRole('rowheader');

  await search.fill('quillfern');
  await expect(companies).toHaveText(['Quillfern Two', 'Quillfern One']);
  await expect(page.getByText('2 leads', { exact: true })).toBeVisible();
  await search.fill('a@quillfern');
  await expect(companies).toHaveText(['Quillfern One']);
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible();

  await search.fill('quillfern');
  await page.getByLabel('Status').selectOption('closed_won');
  await expect(companies).toHaveText(['Quillfern Two']);
  await search.fill('quillfern nine');
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await expect(rowOf(page, 'Elsewhere')).toBeVisible();
  await expect(search).toHaveValue('');
});

test.describe('with more leads than a page holds', () => {
  // A site of its own: the mails of so many would make the other tests' mails wait.
  test.use({ settings: { SITE_NAME: 'Many leads' } });

  test('"Show more" reaches every lead beyond the first hundred', async ({ page, server }) => {
    const places = Array.from({ length: 103 }, (_, place) => `Bulkwood ${place + 1}`);
    for (const companyName of places) await createLead(server, { companyName });
    await page.goto('/admin?tab=leads');
    await expect(page.getByText('Showing 100 of 103')).toBeVisible();
    const rows = page.getByRole('table', { name: 'Leads' });
    await expect(rows).toHaveAttribute('aria-rowcount', '104');
    // The newest first, and only those on the screen are there to be scrolled past.
    await expect(page.getByRole('rowheader').first()).toHaveText('Bulkwood 103');
    expect(await page.getByRole('rowheader').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const seen = new Set<string>();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(async () => {
      for (const name of await page.getByRole('rowheader').allTextContents()) seen.add(name);
      await page.mouse.wheel(0, 400);
      expect(seen.size).toBe(103);
    }).toPass();
    await expect(rowOf(page, 'Bulkwood 1')).toHaveAttribute('aria-rowindex', '104');
  });
});

test('a lead can be given each of the six statuses', async ({ page, server }) => {
  await createLead(server, { companyName: 'Moves Along' });
  const dialog = await openLead(page, 'Moves Along');
  const select = dialog.getByLabel('Status');
  await expect(select).toHaveValue('new');
  const statuses = [
    'contacted',
    'discovery call',
    'proposal sent',
    'closed won',
    'closed lost',
    'new',
  ];
  await expect(select.locator('option:not([value=""])')).toHaveText([
    'new',
    ...statuses.slice(0, -1),
  ]);
  for (const status of statuses) {
    await select.selectOption({ label: status });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(rowOf(page, 'Moves Along').getByRole('cell').nth(2)).toHaveText(status);
    await page.getByRole('button', { name: 'Edit Moves Along' }).click();
    await expect(select).toHaveValue(status.replace(' ', '_'));
  }
});

test('a status must be chosen', async ({ page, server }) => {
  await createLead(server, { companyName: 'No Status' });
  const dialog = await openLead(page, 'No Status');
  await dialog.getByLabel('Status').selectOption('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Status')).toHaveAccessibleDescription('Status is required');
  await expect(dialog.getByLabel('Status')).toBeFocused();
});

test('the dialog shows all that was said, and how the mails went', async ({ page, server }) => {
  // An address of its own: each gets a few emails an hour.
  const email = 'tells-all@x.example';
  const lead = await createLead(server, { companyName: 'Tells All', email });
  const address = `/api/leads/${lead.id}/deliveries`;
  await expect
    .poll(async () => (await server.api.get(address)).body)
    .toEqual([
      expect.objectContaining({ status: 'sent' }),
      expect.objectContaining({ status: 'sent' }),
    ]);
  const dialog = await openLead(page, 'Tells All');
  const said = ['Tells All', 'Olga Brenner', email, sampleLead.phone, 'Full PM', '4'];
  for (const text of [...said, 'Beauty & MedSpa']) {
    await expect(dialog.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
  }
  await expect(dialog).toContainText('We lose bookings.');
  await expect(dialog.getByRole('list', { name: 'Mails' }).getByRole('listitem')).toHaveText([
    /^Mail to you: sent \d{1,2}:\d\d [AP]M$/,
    /^Mail to the contact: sent \d{1,2}:\d\d [AP]M$/,
  ]);
});

test.describe('when the server refuses', () => {
  test.use({ allowErrors: /status of (500|503)/ });

  test('a change says so and leaves the dialog open', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Stays New' });
    const dialog = await openLead(page, 'Stays New');
    const address = `**/api/leads/${id}`;
    await dialog.getByLabel('Status').selectOption('contacted');

    const refusal = { message: 'The database is being moved.', code: 'unavailable' };
    await page.route(address, (route) => route.fulfill({ status: 503, json: refusal }), {
      times: 1,
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Error');
    await expect(toast(page)).toContainText('The database is being moved.');

    await page.route(address, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Something went wrong. Please try again.');
    await expect(dialog.getByLabel('Status')).toHaveValue('contacted');

    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(rowOf(page, 'Stays New')).toContainText('contacted');
  });

  test('a deletion says so and keeps the row', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Stays Here' });
    await page.goto('/admin?tab=leads');
    await page.route(`**/api/leads/${id}`, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Delete Stays Here' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Failed to delete. Please try again.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, 'Stays Here')).toBeVisible();
  });
});

test('a deletion asks, says that it is running, and takes the row away', async ({
  page,
  server,
}) => {
  const { id } = await createLead(server, { companyName: 'Goes Away' });
  await page.goto('/admin?tab=leads');
  const release = await holdRequests(page, `**/api/leads/${id}`);
  await page.getByRole('button', { name: 'Delete Goes Away' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(
    question.getByText('This will permanently delete Goes Away. This action cannot be undone.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(question).toHaveAccessibleDescription(
    /^This will permanently delete Goes Away\. This action cannot be undone\. A deleted lead can’t be restored/,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  release();
  await expect(toast(page)).toContainText('Deleted successfully');
  await expect(rowOf(page, 'Goes Away')).toHaveCount(0);
});

test.describe('a session that ends in the middle', () => {
  test.use({ allowErrors: /status of 401/ });

  test('leads to the sign-in, and from there back', async ({ page, context, server }) => {
    await createLead(server, { companyName: 'Still There' });
    await page.goto('/admin?tab=leads');
    await expect(rowOf(page, 'Still There')).toBeVisible();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toHaveURL(/\/admin\/login\?next=/);
    await expect(toast(page)).toContainText('Your session has ended');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/admin?tab=leads');
    await expect(rowOf(page, 'Still There')).toBeVisible();
  });
});

test('without leads the list and the overview say so', async ({ page, server }) => {
  await removeAllLeads(server);
  await page.goto('/admin?tab=leads');
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
});
