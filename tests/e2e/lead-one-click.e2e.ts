import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { createDeferred, holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead, openLeadPage } from './leads';
import { waitForIdle } from './wait-for-idle';

useSiteWithoutLeads();

const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' });

test.describe('status of a lead', () => {
  const statusCell = (page: Page, status: string) =>
    page.getByRole('cell', { name: new RegExp(`^${status}`) });

  test('is set in its cell of the table, can be undone, and asks why a lead is lost', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Northlake Spa' });
    await page.goto('/admin?tab=leads');
    const cell = page.getByRole('button', { name: 'new', exact: true });
    const contacted = page.getByRole('button', { name: 'contacted' });
    await test.step('stays when the press on it ends elsewhere', async () => {
      await cell.hover();
      await page.mouse.down();
      await expect(contacted).toBeVisible();
      await page.getByRole('cell', { name: 'Olga Brenner' }).hover();
      await page.mouse.up();
      await expect(page).toHaveURL(/tab=leads/);
      await cell.click();
      await expect(contacted).toBeHidden();
      await expect(statusCell(page, 'new')).toBeVisible();
    });
    await cell.click();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'discovery call' }).click();
    await expect(toast(page)).toContainText('Northlake Spa is discovery call');
    await expect(statusCell(page, 'discovery call')).toBeVisible();
    await undo(page).click();
    await expect(statusCell(page, 'new')).toBeVisible();

    await cell.click();
    await page.getByRole('button', { name: 'closed lost' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close Northlake Spa as lost' });
    await dialog.getByLabel('Why was it lost?').selectOption('Hired in house');
    await dialog.getByRole('button', { name: 'Close as lost' }).click();
    await expect(statusCell(page, 'closed lost')).toBeVisible();
  });

  test('opens its list above the cell where there is no room below', async ({ page, server }) => {
    for (let index = 0; index < 8; index += 1) await createLead(server, { companyName: 'Tindle' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/admin?tab=leads');
    const cells = page.getByRole('button', { name: 'new', exact: true });
    await expect(cells).toHaveCount(8);
    await cells.last().hover();
    await page.mouse.down();
    await page.getByRole('button', { name: 'contacted' }).hover();
    await page.mouse.up();
    await expect(toast(page)).toContainText('Tindle is contacted');
  });

  test('is set by its number, on the focused row and on the page of the lead', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Northlake Spa' });
    await page.goto('/admin?tab=leads');
    await page.getByRole('link', { name: 'Northlake Spa' }).focus();
    await page.keyboard.press('s');
    await page.keyboard.press('4');
    await expect(statusCell(page, 'proposal sent')).toBeVisible();
    await page.keyboard.press('1');
    await expect(statusCell(page, 'new')).toBeVisible();
    // Without a lead that has the focus, the digits are those of the views.
    await page.getByRole('button', { name: 'new', exact: true }).blur();
    await page.keyboard.press('2');
    await expect(page).toHaveURL(/view=board/);
    await page.goto(`/admin/leads/${id}`);
    const track = page.getByRole('group', { name: 'Status' });
    await expect(track.getByRole('button', { name: 'new', pressed: true })).toBeVisible();
    await page.keyboard.press('2');
    await expect(track.getByRole('button', { name: 'contacted', pressed: true })).toBeVisible();
    await page.keyboard.press('6');
    await expect(page.getByRole('dialog', { name: 'Close Northlake Spa as lost' })).toBeVisible();
  });
});

const time = '2026-01-05T10:00';

for (const [button, fields] of [
  ['Mail', { Text: 'Half a sentence' }],
  ['Log a call', { 'What was said': 'Half a sentence', When: time, Minutes: '12' }],
  ['Set next step', { 'Next step': 'Half a sentence', When: time }],
] as const) {
  test(`what was typed after “${button}” is not lost with Escape`, async ({ page, server }) => {
    await openLeadPage(page, server, { companyName: 'Northlake Spa' });
    for (const [label, value] of Object.entries(fields)) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const field = page.getByRole('dialog').getByLabel(label);
      await field.fill(value);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await expect(field).toHaveValue(value);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
}

test('a save that ends after its dialog was closed leaves the next dialog open', async ({
  page,
  server,
}) => {
  const { id } = await createLead(server, { companyName: 'Northlake Spa' });
  await server.api.post(`/api/leads/${id}/tasks`, { title: 'Send the proposal' });
  await page.goto(`/admin/leads/${id}`);
  const release = await holdRequests(page, '**/api/tasks/*');
  await page.getByRole('button', { name: 'Change Send the proposal' }).click();
  const step = page.getByRole('dialog', { name: 'Change next step' });
  await step.getByLabel('Next step').fill('Send the offer');
  await step.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(step).toBeHidden();
  await page.keyboard.press('c');
  const text = page.getByRole('dialog').getByLabel('What was said');
  await text.fill('Half a sentence');
  release();
  await expect(toast(page)).toContainText('Send the offer');
  await expect(text).toHaveValue('Half a sentence');
});

test('a deletion that ends after the owner went on leaves the next lead open', async ({
  page,
  server,
}) => {
  await createLead(server, { companyName: 'Lingers Next' });
  const { id } = await createLead(server, { companyName: 'Lingers First' });
  await page.goto('/admin?tab=leads&q=lingers');
  await page.getByRole('link', { name: 'Lingers First' }).click();
  const release = await holdRequests(page, `**/api/leads/${id}`);
  await page.getByLabel('More actions').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lingers Next');
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Half a sentence');
  release();
  await expect(toast(page)).toContainText('Deleted successfully');
  await waitForIdle(page);
  await expect(note).toHaveValue('Half a sentence');
});

test('a note that is not added yet is kept while another one is added, and after a look at the list', async ({
  page,
  server,
}) => {
  await openLeadPage(page, server, { companyName: 'Northlake Spa' });
  const release = await holdRequests(page, '**/notes');
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('She wants two');
  await note.press('Control+Enter');
  await note.pressSequentially('By May');
  release();
  await expect(page.getByRole('button', { name: 'Delete note' })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add note' });
  await expect(add).not.toHaveAttribute('aria-busy');
  await expect(note).toHaveValue('By May');
  await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('link', { name: 'Northlake Spa' }).click();
  await expect(note).toHaveValue('By May');
  await add.click();
  await expect(note).toHaveValue('');
});

test.describe('a note that could not be added', () => {
  test.use({ allowErrors: /status of 500/ });

  test('leaves the field while it is sent, and returns to it above the text typed meanwhile', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Northlake Spa' });
    const { promise, resolve } = createDeferred();
    await page.route('**/notes', async (route) => {
      await promise;
      await route.fulfill({ status: 500 });
    });
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('She wants two');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'Northlake Spa' }).click();
    await expect(note).toHaveValue('');
    await note.fill('By May');
    resolve();
    await expect(note).toHaveValue('She wants two\nBy May');
  });
});

test.describe('a follow-up', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();

  test('can be put off on the overview, with a key or to a chosen day, and Undo brings it back', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Northlake Spa' }, 'contacted');
    const nextStep = { text: 'Send the proposal', dueAt: yesterday };
    await server.api.patch(`/api/leads/${id}`, { nextStep });
    await server.api.post(`/api/leads/${id}/tasks`, { title: 'Check the tools', dueAt: yesterday });
    await page.goto('/admin');
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    const steps = followUps.getByRole('checkbox');
    await expect(steps).toHaveCount(2);
    await expect(followUps.getByText('Northlake Spa')).toHaveCount(1);
    const find = (text: string) => followUps.getByRole('listitem').filter({ hasText: text }).last();
    // The key focuses the first one, and then puts off what has the focus.
    await page.keyboard.press('z');
    await expect(find('Send the proposal').getByRole('button', { name: 'Put off' })).toBeFocused();
    await page.keyboard.press('z');
    await expect(toast(page)).toContainText('Send the proposal: Tomorrow');
    await expect(steps).toHaveCount(1);
    await undo(page).click();
    await expect(steps).toHaveCount(2);
    await find('Check the tools').getByLabel('Put off to another day').selectOption({ index: 1 });
    await expect(steps).toHaveCount(1);
    await expect(toast(page)).toContainText(/Check the tools: (?!Tomorrow)/);
    await undo(page).click();
    await expect(steps).toHaveCount(2);
  });

  test('of a lead that waits for a first answer is in its row', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Waits Twice' });
    const nextStep = { text: 'Call before noon', dueAt: yesterday };
    await server.api.patch(`/api/leads/${id}`, { nextStep });
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for a first answer' });
    const step = waiting
      .getByRole('listitem')
      .filter({ hasText: 'Waits Twice' })
      .getByLabel('Done: Call before noon');
    await expect(page.getByText('Call before noon')).toHaveCount(2);
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await expect(followUps).toContainText('All that is due is with the waiting leads.');
    await step.focus();
    await page.keyboard.press('Space');
    await expect(step).toHaveCount(0);
    await expect(followUps).toContainText('Nothing is due today.');
    await expect(waiting.getByRole('button', { name: 'Mail Olga Brenner' })).toBeFocused();
  });
});
