import type { CollectionPath } from '../../src/collections';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

test.beforeEach(({ signIn }) => signIn());

test.describe('when the server refuses', () => {
  test.use({ allowErrors: /status of (400|500|503)/ });

  const refusal = { message: 'The database is being moved.', code: 'unavailable' };

  /** What the toast says when it is the collection's own sentence, and when it is the server's. */
  const told: Record<CollectionPath, [created: string, updated: string] | null> = {
    talents: null,
    'case-studies': null,
    stats: ['Failed to create stat.', 'Failed to update stat.'],
    packages: ['Failed to create package.', 'Failed to update package.'],
  };

  for (const [path, own] of Object.entries(told) as [CollectionPath, [string, string] | null][]) {
    const list = adminList(path);

    test(`a ${list.singular} that cannot be saved stays in its form, and the toast says so`, async ({
      page,
      server,
    }) => {
      const [id] = await fillList(server, list, ['Stays Here']);
      const address = `**/api/${path}/${id}`;
      const form = await openEdit(page, path, 'Stays Here');
      await form.field('Display order optional').fill('5');
      const refuse = (status: number, json?: object) =>
        page.route(address, (route) => route.fulfill({ status, ...(json && { json }) }), {
          times: 1,
        });

      await refuse(503, refusal);
      await form.button('Save changes').click();
      await expect(toast(page)).toContainText('Error');
      await expect(toast(page)).toContainText(own ? own[1] : refusal.message);
      // The server's reason is to be read either way.
      if (own) await expect(form.dialog.getByText(refusal.message)).toBeVisible();

      await refuse(500);
      await form.button('Save changes').click();
      await expect(toast(page)).toContainText(
        own ? own[1] : 'Something went wrong. Please try again.',
      );
      await expect(form.field('Display order optional')).toHaveValue('5');
      await form.button('Save changes').click();
      await expect(form.dialog).toBeHidden();
    });
  }

  test('a stat that cannot be created says "Failed to create stat."', async ({ page }) => {
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('1');
    await form.field('Label').fill('try');
    await page.route('**/api/stats', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await form.button('Create').click();
    await expect(toast(page)).toContainText('Failed to create stat.');
    await expect(form.field('Label')).toHaveValue('try');
  });

  test('for a field, the field says why and has the focus', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('talents'), ['Marisol Vega']);
    const form = await openEdit(page, 'talents', 'Marisol Vega');
    await page.route(`**/api/talents/${id}`, (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'Invalid', code: 'invalid', fields: { title: 'That is taken.' } },
      }),
    );
    await form.field('Name').fill('Marisol V.');
    await form.button('Save changes').click();
    await expect(form.field('Title')).toHaveAccessibleDescription('That is taken.');
    await expect(form.field('Title')).toBeFocused();
    await expect(toast(page)).toHaveCount(0);
  });
});

test.describe('when someone else was faster', () => {
  test.use({ allowErrors: /status of (404|412)/ });

  test('both versions are shown, and what is chosen is saved', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('talents'), ['Marisol Vega']);
    const form = await openEdit(page, 'talents', 'Marisol Vega');
    await form.field('Title').fill('My title');
    await form.field('Years of experience').fill('9');
    await server.api.patch(`/api/talents/${id}`, {
      title: 'Their title',
      skills: ['Their skill'],
      bio: 'Their words.',
    });
    await form.button('Save changes').click();

    const both = page.getByRole('dialog', {
      name: 'Someone else has changed this talent meanwhile',
    });
    const field = (name: string) => both.getByRole('group', { name, exact: true });
    await expect(both.getByRole('group')).toHaveCount(4);
    await expect(field('Title')).toContainText('Their title');
    await expect(field('Title')).toContainText('My title');
    // What I changed is mine to begin with, what only they changed is theirs.
    await expect(field('Title').getByLabel('Keep mine')).toBeChecked();
    await expect(field('Years of experience').getByLabel('Keep mine')).toBeChecked();
    await expect(field('Skills').getByLabel('Take theirs')).toBeChecked();
    await expect(field('Bio').getByLabel('Take theirs')).toBeChecked();
    const stored = async () => (await server.api.get(`/api/talents/${id}`)).body;
    expect(await stored()).toMatchObject({ title: 'Their title', yearsExperience: 7 });

    await field('Bio').getByLabel('Keep mine').check();
    await both.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Talent updated');
    await expect(form.dialog).toBeHidden();
    expect(await stored()).toMatchObject({
      title: 'My title',
      yearsExperience: 9,
      skills: ['Their skill'],
      bio: 'Seven years at the desk.\nTwo languages.',
    });
  });

  test('all of theirs can be taken, or the form gone back to', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('stats'), ['people trained']);
    const form = await openEdit(page, 'stats', 'people trained');
    await form.field('Value').fill('300');
    await server.api.patch(`/api/stats/${id}`, { value: '250', icon: 'Star' });
    await form.button('Save changes').click();
    const both = page.getByRole('dialog', { name: /^Someone else has changed this stat/ });
    await both.getByRole('button', { name: 'Back to the form' }).click();
    await expect(both).toBeHidden();
    await expect(form.field('Value')).toHaveValue('300');

    await form.button('Save changes').click();
    await both.getByRole('button', { name: 'Take all theirs' }).click();
    await both.getByRole('button', { name: 'Save' }).click();
    await expect(form.dialog).toBeHidden();
    expect((await server.api.get(`/api/stats/${id}`)).body).toMatchObject({
      value: '250',
      icon: 'Star',
    });
  });

  test('only moving the rows is nothing to ask about, and it stays moved', async ({
    page,
    server,
  }) => {
    const ids = await fillList(server, adminList('stats'), ['one', 'two']);
    const form = await openEdit(page, 'stats', 'one');
    await form.field('Value').fill('1');
    await server.api.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Stat updated');
    expect((await server.api.get('/api/stats')).body).toMatchObject([
      { label: 'two' },
      { label: 'one', value: '1' },
    ]);
  });

  test('a deleted one can be saved as a new one', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('packages'), ['Full PM']);
    const form = await openEdit(page, 'packages', 'Full PM');
    await form.field('Description').fill('Still here.');
    await server.api.delete(`/api/packages/${id}`);
    await form.button('Save changes').click();
    const gone = page.getByRole('alertdialog', { name: 'This package is deleted' });
    await gone.getByRole('button', { name: 'Save as new package' }).click();
    await expect(toast(page)).toContainText('Package created');
    await expect(form.dialog).toBeHidden();
    expect((await server.api.get('/api/packages')).body).toMatchObject([
      { name: 'Full PM', description: 'Still here.', features: ['Four candidates', 'Daily notes'] },
    ]);
  });
});
