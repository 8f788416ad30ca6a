import { sampleItems } from '../support/samples';
import { adminList, fillList, getRows } from './admin-lists';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

const stats = adminList('stats');
const talents = adminList('talents');

/** Formats a time as the value of a `datetime-local` input. */
function toInputValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

test.describe('admin list', () => {
  test('filters items by state, and shows since when an item is taken down', async ({
    page,
    server,
  }) => {
    const [first] = await fillList(server, stats, ['One', 'Two', 'Three']);
    await page.goto('/admin?tab=hero-stats');
    const filter = page.getByRole('group', { name: 'Show' });
    await expect(getRows(page, stats)).toHaveCount(3);
    await expect(filter).toHaveCount(0);

    await server.api.patch(`/api/stats/${first}`, { state: 'draft' });
    await server.api.post('/api/stats', { ...sampleItems.stats, label: 'Four', state: 'draft' });
    await page.reload();
    await filter.getByRole('button', { name: 'Taken down 1' }).click();
    await expect(getRows(page, stats)).toContainText(['One']);
    await expect(getRows(page, stats)).toHaveCount(1);
    await expect(getRows(page, stats)).toContainText(/Taken down\s*Since \w+\s\d+/);
    await expect(page.getByText('1 of 4 stats. To change the order, show all.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reorder One' })).toBeDisabled();
    await filter.getByRole('button', { name: 'Drafts 1' }).click();
    await expect(getRows(page, stats)).toContainText(['Four']);
    await filter.getByRole('button', { name: 'All 4' }).click();
    await expect(getRows(page, stats)).toHaveCount(4);
    await expectNoViolations(page);

    const row = await openEdit(page, 'stats', 'One');
    await row.dialog.getByRole('radio', { name: /^Now/ }).check();
    await row.button('Publish').click();
    await expect(filter.getByRole('button', { name: /^Taken down/ })).toHaveCount(0);
  });
});

test.describe('publishing an item', () => {
  test('saves a draft that only a preview link shows, and publishes it', async ({
    page,
    server,
    browser,
  }) => {
    await fillList(server, stats, ['Live']);
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('77');
    await form.field('Label').fill('Only in preview');
    await form.dialog.getByRole('radio', { name: /Keep it as a draft/ }).check();
    await form.button('Save draft').click();
    await expect(toast(page)).toContainText('Only you see it.');
    const row = getRows(page, stats).filter({ hasText: 'Only in preview' });
    await expect(row).toContainText('Draft');

    const edit = await openEdit(page, 'stats', 'Only in preview');
    await edit.button('Create a preview link').click();
    const address = await edit.field('Preview link').inputValue();
    // Another device, without a session.
    const other = await browser.newContext();
    const visitor = await other.newPage();
    await visitor.goto(server.url);
    await expect(visitor.getByText('Only in preview')).toHaveCount(0);
    await visitor.goto(address);
    await expect(visitor.getByText('You are looking at a draft.')).toBeVisible();
    await expect(visitor.getByRole('main').getByText('Only in preview')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Back to the editor' })).toHaveCount(0);
    await expectNoViolations(visitor);

    await edit.dialog.getByRole('radio', { name: /^Now/ }).check();
    await edit.button('Publish').click();
    await expect(row).toContainText('On the site');
    await visitor.goto(server.url);
    await expect(visitor.getByRole('main').getByText('Only in preview')).toBeVisible();
    await other.close();
  });

  test.describe('when the session has ended', () => {
    test.use({ allowErrors: /status of 401/ });

    test('creates the preview link after the sign-in', async ({ page, server }) => {
      await fillList(server, stats, ['Live']);
      const form = await openEdit(page, 'stats', 'Live');
      await page.context().clearCookies();
      await form.button('Create a preview link').click();
      const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
      await signIn.getByLabel('Password').fill(server.adminPassword);
      await signIn.getByRole('button', { name: 'Login' }).click();
      await expect(form.field('Preview link')).toHaveValue(/^http/);
    });
  });

  test('keeps a person with only a title as a draft, and says at the fields what is missing', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, []);
    const form = await openNew(page, 'talents');
    await form.field('Title').fill('Front desk lead');
    await form.dialog.getByRole('radio', { name: /Keep it as a draft/ }).check();
    await form.button('Save draft').click();
    const row = getRows(page, talents).filter({ hasText: 'Front desk lead' });
    await expect(row).toContainText('Unnamed talent');
    await expect(row).toContainText('Draft');

    const edit = await openEdit(page, 'talents', 'Unnamed talent');
    await edit.dialog.getByRole('radio', { name: /^Now/ }).check();
    await edit.button('Publish').click();
    await expect(edit.field('Name')).toBeFocused();
    await expect(edit.dialog.getByText('Name is required')).toBeVisible();
    await expect(edit.dialog.getByText('At least one skill is required')).toBeVisible();
    expect((await server.api.get('/api/talents')).body).toEqual([]);
  });

  test('saves changes of a published item as a draft, with a preview link from the open form, until they are published', async ({
    page,
    server,
    browser,
  }) => {
    await fillList(server, stats, ['Before']);
    const form = await openEdit(page, 'stats', 'Before');
    await form.field('Label').fill('After');
    await form.button('Save a draft and create a preview link').click();
    const address = await form.field('Preview link').inputValue();
    await expect(form.dialog.getByRole('radio', { name: /Keep the changes/ })).toBeChecked();
    await expect(form.dialog.getByText('Unsaved changes')).toHaveCount(0);
    const other = await browser.newContext();
    const visitor = await other.newPage();
    await visitor.goto(address);
    await expect(visitor.getByRole('main').getByText('After')).toBeVisible();
    await other.close();
    const expectLive = async (label: string) =>
      expect((await server.api.get('/api/stats')).body).toMatchObject([{ label }]);
    await expectLive('Before');

    // Another change is not in the link that was made before it.
    await form.field('Label').fill('Later');
    await expect(form.field('Preview link')).toHaveCount(0);
    await form.button('Save draft').click();
    await expect(getRows(page, stats)).toContainText(['Changes not live yet']);
    await expectLive('Before');

    const again = await openEdit(page, 'stats', 'Before');
    await expect(again.field('Label')).toHaveValue('Later');
    await again.dialog.getByRole('radio', { name: /^Now/ }).check();
    await again.button('Publish').click();
    await expect(again.dialog).toBeHidden();
    await expectLive('Later');
  });

  test('saves a new item as a draft for its preview, and publishes that one', async ({
    page,
    server,
  }) => {
    await fillList(server, stats, []);
    const form = await openNew(page, 'stats');
    await form.field('Label').fill('First');
    await form.button('Save a draft and create a preview link').click();
    const edit = page.getByRole('dialog', { name: 'Edit Stat' });
    await expect(edit.getByLabel('Preview link', { exact: true })).toBeVisible();
    await edit.locator('form').getByLabel('Value', { exact: true }).fill('9');
    await edit.getByRole('radio', { name: /^Now/ }).check();
    await edit.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(edit).toBeHidden();
    expect((await server.api.get('/api/stats')).body).toMatchObject([
      { label: 'First', value: '9' },
    ]);
  });

  test.describe('that someone else has changed', () => {
    test.use({ allowErrors: /status of 412/ });

    test('creates the preview link of the draft after the choice between the versions', async ({
      page,
      server,
    }) => {
      const [id] = await fillList(server, stats, ['Before']);
      const form = await openEdit(page, 'stats', 'Before');
      await form.field('Label').fill('Mine');
      await server.api.patch(`/api/stats/${id}`, { label: 'Theirs' });
      await form.button('Save a draft and create a preview link').click();
      const conflict = page.getByRole('dialog', { name: /^Someone else changed this stat/ });
      await conflict.getByRole('button', { name: 'Save' }).click();
      await expect(form.field('Preview link')).toBeVisible();
      await expect(form.field('Label')).toHaveValue('Mine');
    });
  });

  test('asks for a time in the future, and schedules the item', async ({ page, server }) => {
    await fillList(server, stats, []);
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('1');
    await form.field('Label').fill('Later');
    await form.dialog.getByRole('radio', { name: /^At a time/ }).check();
    await form.button('Schedule').click();
    const time = form.field('Date and time');
    await expect(form.dialog.getByText('Choose a time in the future')).toBeVisible();
    await expect(time).toBeFocused();
    await time.fill(toInputValue(new Date(Date.now() + 86_400_000)));
    await form.dialog.getByRole('button', { name: /^Schedule for / }).click();
    await expect(getRows(page, stats)).toContainText(['Scheduled']);
    expect((await server.api.get('/api/stats')).body).toEqual([]);
  });
});
