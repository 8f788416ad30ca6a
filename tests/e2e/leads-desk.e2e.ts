import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dialogSelector, expectNoViolations, phone } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';

useSiteWithoutLeads();

/** Opens the list with the leads "First", "Second" and "Third", in this order. */
async function openThreeLeads(page: Page, server: Parameters<typeof createLead>[0]): Promise<void> {
  for (const companyName of ['Third', 'Second', 'First']) await createLead(server, { companyName });
  await page.goto('/admin?tab=leads');
}

/** Counts the leads in the file that an action downloads. */
async function countExported(page: Page, act: () => Promise<void>): Promise<number> {
  const download = page.waitForEvent('download');
  await act();
  const file = await readFile(await (await download).path(), 'utf8');
  return file.trim().split('\r\n').length - 1;
}

test.describe('list of leads', () => {
  test('keeps search, filters and order in the URL, and has the filter and the link within reach on a phone', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Cheap', interestedPackage: 'Light PM' });
    await createLead(server, { companyName: 'Dear', interestedPackage: 'Full PM' });
    await createLead(server, { companyName: 'Gym', industry: 'Fitness' }, 'contacted');
    await page.goto('/admin?tab=leads');
    const companies = page.getByRole('rowheader').getByRole('link');
    await page.getByRole('button', { name: 'Package' }).click();
    await expect(page).toHaveURL('/admin?tab=leads&sort=-value');
    await expect(companies.last()).toHaveText('Cheap');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter leads' });
    await dialog.getByLabel('Industry').selectOption('Fitness');
    await expectNoViolations(page, { within: dialogSelector });
    await dialog.getByRole('button', { name: 'Show leads' }).click();
    await expect(page).toHaveURL(/industry=Fitness/);
    await expect(companies).toHaveText(['Gym']);
    await page.reload();
    await expect(companies).toHaveText(['Gym']);
    await page.setViewportSize(phone);
    for (const name of ['Filter', 'Copy link']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await expectNoViolations(page, { sizes: [phone] });
    await page.getByRole('button', { name: 'Remove filter Industry Fitness' }).click();
    await expect(companies).toHaveCount(3);
  });

  test('shows a package and a next step in two lines at most on every desktop', async ({
    page,
    server,
  }) => {
    const long = 'Night and weekend coverage of three front desks, with a report each morning';
    const { id } = await createLead(server, { interestedPackage: long });
    const nextStep = { text: `Ask about ${long}`, dueAt: '2031-11-25T15:20:00Z' };
    await server.api.patch(`/api/leads/${id}`, { nextStep });
    await page.goto('/admin?tab=leads');
    for (const width of [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const text of [long, nextStep.text]) {
        const cell = page.getByRole('cell').filter({ has: page.getByTitle(text, { exact: true }) });
        const lines = await cell.evaluate((element) => {
          const boxes = [...element.children].map((child) => child.getBoundingClientRect());
          const bottom = Math.max(...boxes.map((box) => box.bottom));
          const height = bottom - Math.min(...boxes.map((box) => box.top));
          return height / Number.parseFloat(getComputedStyle(element).lineHeight);
        });
        expect(lines, `${text} at ${width} px`).toBeLessThan(2.1);
      }
    }
  });

  test('opens a lead by a click anywhere in its row', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Whole Row' });
    await page.goto('/admin?tab=leads');
    await page.getByRole('cell', { name: 'Full PM' }).click();
    await expect(page).toHaveURL(`/admin/leads/${id}`);
    await expect(page.getByRole('heading', { name: 'Whole Row', level: 1 })).toBeVisible();
  });

  test('changes several selected leads at once, and undoes a deletion', async ({
    page,
    server,
  }) => {
    await openThreeLeads(page, server);
    await expect(page.getByRole('rowheader')).toHaveCount(3);
    // By keyboard: J moves to a row, X selects it.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected leads' });
    await expect(bar).toContainText('2 selected');
    await expectNoViolations(page);
    // On a phone, the card is marked as one surface.
    await page.setViewportSize({ width: 390, height: 844 });
    // The bar is one line. The rare actions are behind a menu.
    await expect(bar.getByRole('button', { name: 'Export' })).toBeHidden();
    expect((await bar.boundingBox())?.height).toBeLessThan(60);
    const backgrounds = await page
      .locator('tr[data-selected]')
      .evaluateAll((rows) =>
        rows.flatMap((row) =>
          [...row.children].map((cell) => getComputedStyle(cell).backgroundColor),
        ),
      );
    expect(new Set(backgrounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
    const more = bar.getByLabel('More actions');
    await more.press('Enter');
    await expect(bar.getByRole('button', { name: 'Export' })).toBeVisible();
    await expectNoViolations(page, { sizes: [phone] });
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(more).toBeFocused();
    await expect(bar).toContainText('2 selected');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(more).toBeHidden();
    await bar.getByRole('button', { name: 'Export' }).click();
    const exportDialog = page.getByRole('dialog', { name: 'Export leads' });
    await expectNoViolations(page, { within: '[data-dialog]' });
    expect(
      await countExported(page, () =>
        exportDialog.getByRole('button', { name: 'Selected: 2 leads' }).click(),
      ),
    ).toBe(2);
    await expect(exportDialog).toBeHidden();
    await bar.getByLabel('Set status').selectOption('contacted');
    await expect(toast(page)).toContainText('Updated 2 leads');
    await expect(page.getByRole('cell', { name: 'contacted', exact: true })).toHaveCount(2);

    await page.getByLabel('Select all').check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(question).toContainText('This will permanently delete 3 leads.');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
    // Until then, that of the change before.
    await expect(toast(page)).toContainText('Deleted 3 leads');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(3);
  });

  test('exports all leads at once, and asks which when the list is filtered', async ({
    page,
    server,
  }) => {
    await openThreeLeads(page, server);
    const button = page.getByRole('button', { name: 'Export' });
    expect(await countExported(page, () => button.click())).toBe(3);
    await page.getByLabel('Status', { exact: true }).selectOption('closed won');
    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Export leads' });
    for (const [name, count] of [
      ['This list: 0 leads', 0],
      ['All leads', 3],
    ] as const) {
      await button.click();
      await expect(dialog.getByRole('button', { name: /^Selected/ })).toHaveCount(0);
      const choice = dialog.getByRole('button', { name });
      expect(await countExported(page, () => choice.click()), name).toBe(count);
    }
  });

  test('changes selected leads by keyboard, and returns the focus to their rows', async ({
    page,
    server,
  }) => {
    await openThreeLeads(page, server);
    const statuses = page.getByRole('cell', { name: 'new', exact: true });
    await expect(statuses).toHaveCount(3);
    const bar = page.getByRole('toolbar', { name: 'Selected leads' });
    const second = page.getByRole('rowheader').getByRole('link', { name: 'Second' });
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.keyboard.press('a');
    await expect(bar.getByLabel('Assign')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(second).toBeFocused();
    await page.keyboard.press('s');
    await expect(bar.getByLabel('Set status')).toBeFocused();
    // An arrow key opens the list. It does not choose what is next.
    await page.keyboard.press('ArrowDown');
    await expect(bar.getByLabel('Set status')).toHaveValue('');
    await bar.getByLabel('Set status').selectOption('contacted');
    await expect(toast(page)).toContainText('Updated 2 leads');
    await expect(bar).toBeHidden();
    await expect(second).toBeFocused();
    await expect(statuses).toHaveCount(1);

    // Without a selection: the row that has the focus.
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await expect(bar).toContainText('1 selected');
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('rowheader')).toHaveCount(2);
    await expect(bar).toBeHidden();
    await page.keyboard.press('j');
    await expect(page.getByRole('rowheader').getByRole('link').first()).toBeFocused();
  });

  test('restores a lead that was deleted recently', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Missed Already' });
    await server.api.delete(`/api/leads/${id}`);
    await page.goto('/admin?tab=leads');
    await page.getByRole('link', { name: 'Recently deleted' }).click();
    const restore = page.getByRole('button', { name: 'Restore Missed Already' });
    for (const width of [390, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(restore).toBeVisible();
      const isWhole = await restore.evaluate((button) => button.scrollWidth <= button.clientWidth);
      expect(isWhole, `at ${width} px`).toBe(true);
    }
    const row = page.getByRole('row', { name: /Missed Already/ });
    await expect(row.getByRole('cell', { name: /^Deleted, gone / })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'No next step' })).toHaveCount(0);
    await restore.click();
    await expect(restore).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove filter Show recently deleted' }).click();
    await expect(page.getByRole('rowheader', { name: 'Missed Already' })).toBeVisible();
  });

  test('adds a lead by hand', async ({ page }) => {
    await page.goto('/admin?tab=leads');
    await page.getByRole('button', { name: 'Add lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add lead' });
    await dialog.getByLabel('Company').fill('Called In');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Required');
    await expect(dialog.getByLabel('Contact')).toBeFocused();
    await expectNoViolations(page, { within: dialogSelector });
    await dialog.getByLabel('Contact').fill('Ann Caller');
    await dialog.getByLabel('Email').fill('ann@called.example');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await expect(toast(page)).toContainText('Lead added');
    await expect(page.getByRole('rowheader', { name: 'Called In' })).toBeVisible();
  });

  test('leaves the form of a lead open that was opened after one that is being added', async ({
    page,
  }) => {
    await page.goto('/admin?tab=leads');
    const dialog = page.getByRole('dialog', { name: 'Add lead' });
    const open = page.getByRole('button', { name: 'Add lead' });
    await open.click();
    await dialog.getByLabel('Company').fill('Added Slowly');
    await dialog.getByLabel('Contact').fill('Olga Brenner');
    await dialog.getByLabel('Email').fill('olga@slowly.example');
    const release = await holdRequests(page, '**/api/leads/add');
    await dialog.getByRole('button', { name: 'Add lead' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await open.click();
    await dialog.getByLabel('Company').fill('Half a word');
    release();
    await expect(toast(page)).toContainText('Lead added');
    await expect(dialog.getByLabel('Company')).toHaveValue('Half a word');
  });

  test('goes on to ask why a lead is lost when another one has been closed meanwhile', async ({
    page,
    server,
  }) => {
    await openThreeLeads(page, server);
    const getRow = (companyName: string) => page.locator('tr', { hasText: companyName });
    const ask = async (companyName: string) => {
      await getRow(companyName).getByRole('button', { name: 'new', exact: true }).click();
      await getRow(companyName).getByRole('button', { name: 'closed lost' }).click();
      return page.getByRole('dialog', { name: `Close ${companyName} as lost` });
    };
    const first = await ask('First');
    const release = await holdRequests(page, /\/api\/leads\/[\w-]+$/);
    await first.getByRole('button', { name: 'Close as lost' }).click();
    await page.keyboard.press('Escape');
    await expect(first).toBeHidden();
    const second = await ask('Second');
    release();
    await expect(getRow('First')).toContainText('closed lost');
    await second.getByLabel('Details').fill('A cousin starts on Monday.');
    await second.getByRole('button', { name: 'Close as lost' }).click();
    await expect(second).toBeHidden();
    await expect(getRow('Second')).toContainText('closed lost');
  });
});
