import { adminList, adminLists, fillList, getRows, openList } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';

test.use({ sharedSite: 'own lists' });

const talents = adminList('talents');

test.beforeEach(({ signIn }) => signIn());

test.describe('admin list', () => {
  test("shows a loading message, and then a talent's picture, name, title, years, role, and status in the row", async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Marisol Vega']);
    const release = await holdRequests(page, '**/api/talents/all');
    await page.goto('/admin?tab=talents');
    await expect(page.getByText('Loading talents...')).toBeAttached();
    release();
    const row = getRows(page, talents);
    for (const text of ['Marisol Vega', 'Front desk lead', '7 years', 'Receptionist', 'assigned']) {
      await expect(row).toContainText(text);
    }
    await expect(row.locator('img')).toBeVisible();
    await expect(page.getByText('Loading talents...')).toHaveCount(0);
  });

  test('focuses the Edit button of an item after it is created and after it is edited', async ({
    page,
    server,
  }) => {
    const stats = adminList('stats');
    await openList(page, server, stats, ['people trained']);
    await page.getByRole('searchbox').fill('people');
    await page.getByRole('button', { name: 'Add stat' }).click();
    const create = page.getByRole('dialog', { name: 'Create Stat' });
    await create.getByLabel('Value').fill('48 h');
    await create.getByLabel('Label').fill('to the first day');
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(create).toBeHidden();
    await expect(getRows(page, stats)).toContainText(['people trained', 'to the first day']);
    await expect(page.getByRole('searchbox')).toHaveValue('');
    const edit = page.getByRole('button', { name: 'Edit to the first day' });
    await expect(edit).toBeFocused();

    await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit Stat' });
    await form.getByLabel('Value').fill('72 h');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    await expect(getRows(page, stats).nth(1)).toContainText('72 h');
    await expect(edit).toBeFocused();
  });

  test('fits a narrow phone without horizontal scrolling, with buttons of at least 44 px', async ({
    page,
    server,
  }) => {
    const name = 'Guadalupe Hernández-Villanueva de la Torre y Santillán-Echeverría';
    await page.setViewportSize({ width: 320, height: 780 });
    for (const list of adminLists) {
      await openList(page, server, list, [name, 'Second']);
      await expect(getRows(page, list)).toHaveCount(2);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, list.tab).toBeLessThanOrEqual(320);
      for (const button of await getRows(page, list).getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
    }
  });
});
