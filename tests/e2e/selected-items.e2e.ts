import { adminList, fillList, getRows } from './admin-lists';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { keepToast, toast } from './lead-form';

const talents = adminList('talents');
const stats = adminList('stats');

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

test.describe('several selected items', () => {
  test('are selected with the keyboard, deleted together, and restored by one Undo', async ({
    page,
    server,
  }) => {
    const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
    await fillList(server, talents, names);
    await page.goto('/admin?tab=talents');
    await page.getByRole('checkbox', { name: 'Choose Ana' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Choose Cleo' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected items' });
    await expect(bar).toContainText('3 chosen');
    await page.getByRole('checkbox', { name: 'Choose Ben' }).uncheck();
    await bar.getByRole('button', { name: 'Delete 2' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(question).toContainText('This will permanently delete 2 talents.');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(getRows(page, talents)).toHaveCount(2);
    await expect(bar).toBeEmpty();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(getRows(page, talents)).toContainText(names);
  });

  test('are unpublished and published together, and one Undo restores their state', async ({
    page,
    server,
  }) => {
    const [ana] = await fillList(server, talents, ['Ana', 'Ben', 'Cleo']);
    await server.api.patch(`/api/talents/${ana}`, { pending: { name: 'Ana Next' } });
    const listShown = async () => {
      const { body } = await server.api.get('/api/talents');
      return (body as { name: string }[]).map(({ name }) => name);
    };
    await page.goto('/admin?tab=talents');
    const choose = async () => {
      await page.getByRole('checkbox', { name: /^Choose Ana/ }).check();
      await page.getByRole('checkbox', { name: 'Choose Ben' }).check();
    };
    const bar = page.getByRole('region', { name: 'Selected items' });
    await choose();
    await expect(bar.getByRole('button', { name: 'Put back' })).toHaveCount(0);
    await bar.getByRole('button', { name: 'Take down 2' }).click();
    await expect(toast(page)).toHaveCount(1);
    await keepToast(page);
    await expect(toast(page)).toContainText('2 talents taken down');
    await expect(bar).toBeEmpty();
    await expect(getRows(page, talents)).toContainText(['Taken down', 'Taken down', 'On the site']);
    expect(await listShown()).toEqual(['Cleo']);

    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(getRows(page, talents)).toContainText([
      'Changes not live yet',
      'On the site',
      'On the site',
    ]);
    expect(await listShown()).toEqual(['Ana', 'Ben', 'Cleo']);

    await choose();
    await bar.getByRole('button', { name: 'Take down 2' }).click();
    await expect(bar).toBeEmpty();
    await choose();
    await page.getByRole('checkbox', { name: 'Choose Cleo' }).check();
    await expect(bar.getByRole('button', { name: 'Take down 1' })).toBeVisible();
    await expectNoViolations(page);
    await bar.getByRole('button', { name: 'Put back 2' }).click();
    await expect(toast(page)).toContainText('2 talents back on the site');
    expect((await listShown()).slice(1)).toEqual(['Ben', 'Cleo']);
  });

  test('leave the focus in the search that is used before they are taken down', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Abby', 'Abel']);
    await page.goto('/admin?tab=talents');
    await page.getByRole('checkbox', { name: 'Choose Abby' }).check();
    await page.getByRole('checkbox', { name: 'Choose Abel' }).check();
    const release = await holdRequests(page, '**/api/talents/update');
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByRole('button', { name: 'Take down 2' }).click();
    const search = page.getByRole('searchbox', { name: 'Search talents' });
    await search.click();
    await page.keyboard.type('ab');
    release();
    await expect(toast(page)).toContainText('2 talents taken down');
    await expect(bar).toBeEmpty();
    await page.keyboard.type('c');
    await expect(search).toHaveValue('abc');
    await expect(search).toBeFocused();
  });

  test('leave an item selected that was chosen while they are being taken down', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    await page.getByRole('checkbox', { name: 'Choose Ana' }).check();
    const release = await holdRequests(page, '**/api/talents/update');
    await page.getByRole('button', { name: 'Take down 1' }).click();
    await page.getByRole('checkbox', { name: 'Choose Ben' }).check();
    release();
    await expect(toast(page)).toContainText('1 talent taken down');
    await expect(page.getByRole('checkbox', { name: /^Choose Ana/ })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Choose Ben' })).toBeChecked();
  });

  test.describe('when someone else has changed one of them', () => {
    test.use({ allowErrors: /status of 412/ });

    test('stay as they are, also on Undo, and the list shows the change', async ({
      page,
      server,
    }) => {
      const [one] = await fillList(server, stats, ['One', 'Two']);
      const change = (values: object) => server.api.patch(`/api/stats/${one}`, values);
      const listStates = async () => {
        const { body } = await server.api.get('/api/stats/all');
        return (body as { state: string }[]).map(({ state }) => state);
      };
      await page.goto('/admin?tab=hero-stats');
      await page.getByRole('checkbox', { name: 'Choose One' }).check();
      await page.getByRole('checkbox', { name: 'Choose Two' }).check();
      await change({ pending: { value: '7777' } });
      const takeDown = page.getByRole('button', { name: 'Take down 2' });
      await takeDown.click();
      await expect(toast(page)).toContainText('Someone else has changed one of these stats');
      await expect(getRows(page, stats)).toContainText(['Changes not live yet', 'On the site']);
      expect(await listStates()).toEqual(['published', 'published']);

      await takeDown.click();
      await expect(toast(page)).toContainText('2 stats taken down');
      await change({ value: '8888' });
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page)).toContainText('nothing was replaced');
      await expect(getRows(page, stats).first()).toContainText('8888');
      expect(await listStates()).toEqual(['draft', 'draft']);
    });
  });
});
