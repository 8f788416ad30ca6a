import { adminList, fillList } from './admin-lists';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

test.describe('saving an item form', () => {
  test('leaves the form open with what was typed or chosen meanwhile, and closes it once that is saved', async ({
    page,
    server,
  }) => {
    await fillList(server, adminList('stats'), []);
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('12');
    await form.field('Label').fill('desks');
    const release = await holdRequests(page, '**/api/stats');
    await page.keyboard.press('Control+s');
    await expect(form.button('Saving...')).toBeVisible();
    await form.field('Label').fill('desks covered');
    release();
    await expect(toast(page)).toContainText('Stat created');
    const edited = page.getByRole('dialog', { name: 'Edit stat' });
    const label = edited.locator('form').getByLabel('Label', { exact: true });
    await expect(label).toHaveValue('desks covered');
    await expect(label).toBeFocused();
    await expect(edited).toContainText('Unsaved changes');
    const fetchStored = async () => (await server.api.get('/api/stats')).body;
    expect(await fetchStored()).toMatchObject([{ icon: 'Clock', value: '12', label: 'desks' }]);

    const releaseChange = await holdRequests(page, '**/api/stats/*');
    await page.keyboard.press('Control+s');
    await expect(edited.getByRole('button', { name: 'Saving...' })).toBeVisible();
    const offSite = edited.getByRole('radio', { name: /^Take it off the site/ });
    await offSite.check();
    releaseChange();
    await expect(toast(page)).toContainText('Stat updated');
    await expect(offSite).toBeChecked();
    expect(await fetchStored()).toMatchObject([{ value: '12', label: 'desks covered' }]);

    await page.keyboard.press('Control+s');
    await expect(edited).toBeHidden();
    expect(await fetchStored()).toEqual([]);
  });

  test('leaves the form open that was opened after the one that is being saved', async ({
    page,
    server,
  }) => {
    const [id] = await fillList(server, adminList('stats'), ['people trained']);
    const form = await openEdit(page, 'stats', 'people trained');
    const release = await holdRequests(page, `**/api/stats/${id}`);
    await form.field('Value').fill('300');
    await form.button('Save changes').click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form.dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit people trained' }).click();
    await form.field('Label').fill('Half a word');
    release();
    await expect(toast(page)).toContainText('Stat updated');
    await expect(form.field('Label')).toHaveValue('Half a word');
  });

  test.describe('when the server rejects the request', () => {
    test.use({ allowErrors: /status of (400|500)/ });

    test('shows the reason at the rejected field and focuses it, or "Failed to create stat.", and keeps the input', async ({
      page,
    }) => {
      const form = await openNew(page, 'stats');
      await form.field('Value').fill('1');
      await form.field('Label').fill('try');
      const rejectOnce = (response: { status: number; json?: object }) =>
        page.route('**/api/stats', (route) => route.fulfill(response), { times: 1 });
      const fields = { value: 'That is taken.' };
      await rejectOnce({ status: 400, json: { message: 'Invalid', code: 'invalid', fields } });
      await form.button('Create').click();
      await expect(form.field('Value')).toHaveAccessibleDescription('That is taken.');
      await expect(form.field('Value')).toBeFocused();
      await expect(toast(page)).toHaveCount(0);

      await rejectOnce({ status: 500 });
      await form.button('Create').click();
      await expect(toast(page)).toContainText('Failed to create stat.');
      await expect(form.field('Label')).toHaveValue('try');
    });
  });

  test.describe('when someone else has changed the item', () => {
    test.use({ allowErrors: /status of (404|412)/ });

    test('asks only about fields that both changed, and saves the selected values, also after a return to the form', async ({
      page,
      server,
    }) => {
      const [id] = await fillList(server, adminList('talents'), ['Marisol Vega']);
      const form = await openEdit(page, 'talents', 'Marisol Vega');
      await form.field('Title').fill('My title');
      await form.field('Years of experience').fill('9');
      await server.api.patch(`/api/talents/${id}`, {
        title: 'Their title',
        skills: ['Their skill'],
        bio: 'Their words.',
      });
      await form.dialog.getByLabel('Bio').fill('My words.');
      await form.button('Save changes').click();

      const conflict = page.getByRole('dialog', {
        name: 'Someone else changed this talent in the meantime',
      });
      const field = (name: string) => conflict.getByRole('group', { name, exact: true });
      await expect(conflict.getByRole('group')).toHaveCount(2);
      await expect(field('Title')).toContainText('Their title');
      await expect(field('Title')).toContainText('My title');
      await expect(field('Title').getByLabel('Keep mine')).toBeChecked();
      await expectNoViolations(page, { within: '[data-dialog=form]' });
      const fetchStored = async () => (await server.api.get(`/api/talents/${id}`)).body;
      expect(await fetchStored()).toMatchObject({ title: 'Their title', yearsExperience: 7 });

      await conflict.getByRole('button', { name: 'Back to the form' }).click();
      await expect(conflict).toBeHidden();
      await expect(form.field('Title')).toHaveValue('My title');

      await form.button('Save changes').click();
      await conflict.getByRole('button', { name: 'Take all theirs' }).click();
      await field('Title').getByLabel('Keep mine').check();
      await conflict.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Talent updated');
      await expect(form.dialog).toBeHidden();
      expect(await fetchStored()).toMatchObject({
        title: 'My title',
        yearsExperience: 9,
        skills: ['Their skill'],
        bio: 'Their words.',
      });
    });

    test('keeps what was typed since the save began, without saving it yet, and asks about it if both changed it', async ({
      page,
      server,
    }) => {
      const [id] = await fillList(server, adminList('stats'), ['people trained']);
      const form = await openEdit(page, 'stats', 'people trained');
      await form.field('Value').fill('300');
      await server.api.patch(`/api/stats/${id}`, { icon: 'Star' });
      /** Saves the form, in which a field is changed before the server answers. */
      const saveWhileTyping = async (label: string, text: string) => {
        const release = await holdRequests(page, `**/api/stats/${id}`);
        await form.button('Save changes').click();
        await expect(form.button('Saving...')).toBeVisible();
        await form.field(label).fill(text);
        release();
      };
      await saveWhileTyping('Label', 'people hired');
      await expect(toast(page)).toContainText('Stat updated');
      await expect(form.field('Label')).toHaveValue('people hired');
      const fetchStored = async () => (await server.api.get(`/api/stats/${id}`)).body;
      const saved = { value: '300', icon: 'Star', label: 'people trained' };
      expect(await fetchStored()).toMatchObject(saved);

      await server.api.patch(`/api/stats/${id}`, { value: '250' });
      await saveWhileTyping('Value', '400');
      const conflict = page.getByRole('dialog', { name: /^Someone else changed this stat/ });
      await expect(conflict.getByRole('group', { name: 'Value' })).toContainText('250');
      await conflict.getByRole('button', { name: 'Save' }).click();
      await expect(form.dialog).toBeHidden();
      expect(await fetchStored()).toMatchObject({
        value: '400',
        icon: 'Star',
        label: 'people hired',
      });
    });

    test('saves without asking after a mere reordering, and keeps the new order', async ({
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

    test('follows what they decided about its publication, and asks if both decided', async ({
      page,
      server,
    }) => {
      const [id] = await fillList(server, adminList('packages'), ['Full PM']);
      const change = (values: object) => server.api.patch(`/api/packages/${id}`, values);
      const fetchStored = async () => (await server.api.get('/api/packages/all')).body;
      const fetchLive = async () => (await server.api.get('/api/packages')).body;
      const live = await fetchLive();
      const publishAt = '2050-01-02T15:00:00.000Z';

      const form = await openEdit(page, 'packages', 'Full PM');
      await change({ pending: { price: 4999 }, publishAt });
      await form.field('Description').fill('No typo.');
      await form.button('Save changes').click();
      await expect(toast(page)).toContainText(/Package updated.*On the site .*2050/);
      const pending = { price: 4999, description: 'No typo.' };
      expect(await fetchStored()).toMatchObject([{ publishAt, pending }]);
      const withoutVersion = (list: unknown) =>
        (list as object[]).map((item) => ({ ...item, updatedAt: '' }));
      expect(withoutVersion(await fetchLive())).toEqual(withoutVersion(live));

      const again = await openEdit(page, 'packages', 'Full PM');
      await again.dialog.getByRole('radio', { name: /^Keep the changes as a draft/ }).check();
      await change({ unpublishAt: '2051-01-02T15:00:00.000Z', publishAt: '2050-03-04T15:00Z' });
      await again.button('Save draft').click();
      const conflict = page.getByRole('dialog', { name: /^Someone else changed this package/ });
      await expect(conflict.getByRole('group')).toHaveCount(1);
      const goesLive = conflict.getByRole('group', { name: 'Goes live' });
      await expect(goesLive).toContainText(/Take theirs.*2050.*Keep mine\s*Keep as a draft/);
      await goesLive.getByLabel('Take theirs').check();
      await conflict.getByRole('button', { name: 'Save' }).click();
      await expect(again.dialog).toBeHidden();
      expect(await fetchStored()).toMatchObject([
        { publishAt: '2050-03-04T15:00:00.000Z', unpublishAt: '2051-01-02T15:00:00.000Z', pending },
      ]);

      const last = await openEdit(page, 'packages', 'Full PM');
      await last.field('Name').fill('Full PM again');
      await change({ state: 'draft' });
      await last.button(/^Schedule for/).click();
      await expect(toast(page)).toContainText('Only you see it.');
      expect(await fetchStored()).toMatchObject([{ name: 'Full PM again', state: 'draft' }]);
    });

    test('saves a deleted item as a new one', async ({ page, server }) => {
      const [id] = await fillList(server, adminList('packages'), ['Full PM']);
      const form = await openEdit(page, 'packages', 'Full PM');
      await form.field('Description').fill('Still here.');
      await server.api.delete(`/api/packages/${id}`);
      await form.button('Save changes').click();
      const deletedDialog = page.getByRole('alertdialog', { name: 'This package is deleted' });
      await deletedDialog.getByRole('button', { name: 'Save as new package' }).click();
      await expect(toast(page)).toContainText('Package created');
      await expect(form.dialog).toBeHidden();
      expect((await server.api.get('/api/packages')).body).toMatchObject([
        {
          name: 'Full PM',
          description: 'Still here.',
          features: ['Four candidates', 'Daily notes'],
        },
      ]);
    });
  });
});
