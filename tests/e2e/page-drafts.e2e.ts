import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdNextResponse, holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { ensureSignedIn } from './leads';
import { openBlock, patchPage } from './page-blocks';

test('preview beside a block’s form shows typed changes as on a computer and on a phone, and visitors see none of them', async ({
  page,
  request,
  signIn,
}) => {
  await signIn();
  const form = await openBlock(page, 'Home page', 'Talent');
  const preview = form.getByRole('region', { name: 'Preview' });
  const shown = preview.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toBeAttached();
  await form.getByLabel('Title').fill('People who answer');
  await expect(shown.getByRole('heading', { name: 'People who answer' })).toBeInViewport();
  expect(await (await request.get('/')).text()).not.toContain('People who answer');

  // The page's own links are no stops on the way to the form's buttons.
  await preview.getByRole('button', { name: 'Phone' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.getByText('History', { exact: true })).toBeFocused();

  await preview.getByRole('button', { name: 'Phone' }).click();
  const getWidth = () => shown.locator('html').evaluate((root) => root.clientWidth);
  await expect.poll(getWidth).toBeLessThanOrEqual(390);
  await form.getByLabel('Title').fill('');
  await expect(preview.getByRole('status')).toContainText('when every field is filled in');
  await expect(shown.getByRole('heading', { name: 'People who answer' })).toBeAttached();
});

test('the form of a block stays open with what was typed when the save of an earlier one ends', async ({
  page,
  signIn,
}) => {
  await signIn();
  const saved = await openBlock(page, 'Home page', 'Talent');
  await saved.getByLabel('Title').fill('People who answer');
  const release = await holdRequests(page, '**/api/pages/home');
  await saved.getByRole('button', { name: 'Save changes' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(saved).toBeHidden();
  const opened = await openBlock(page, 'Home page', 'Contact');
  await opened.getByLabel('Title').fill('Half a sentence');
  release();
  await expect(toast(page)).toContainText('Page saved');
  await expect(opened.getByLabel('Title')).toHaveValue('Half a sentence');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Edit Talent' });
  await expect(row).toContainText('Changed');
});

test('the form of a block stays open with what was typed when a restore ends after its question was closed', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await patchPage(server, 'home', { pricing: { title: 'First title' } });
  await patchPage(server, 'home', { pricing: { title: 'Second title' } });
  const form = await openBlock(page, 'Home page', 'Packages');
  await form.getByText('History', { exact: true }).click();
  await form
    .getByRole('button', { name: /^Restore this version/ })
    .first()
    .click();
  const response = await holdNextResponse(page, '**/api/pages/home/pricing/restore');
  const question = page.getByRole('alertdialog', { name: 'Restore this version?' });
  await question.getByRole('button', { name: 'Restore' }).click();
  await response.read;
  await page.keyboard.press('Escape');
  await form.getByLabel('Title').fill('Half a sentence');
  await response.release();
  await expect(toast(page)).toContainText('Version restored');
  await expect(form.getByLabel('Title')).toHaveValue('Half a sentence');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await openBlock(page, 'Home page', 'Packages');
  await expect(form.getByLabel('Title')).toHaveValue('First title');
});

test.describe('pending changes of a block', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('are shown only by a preview link, which saves them first, until they are published', async ({
    page,
    server,
    browser,
  }) => {
    let form = await openBlock(page, 'Home page', 'Contact');
    await form.getByLabel('Title').fill('First draft');
    await form.getByRole('radio', { name: /Keep the changes as a draft/ }).check();
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(form).toBeHidden();
    await expect(toast(page)).toContainText('The changes are not on the site yet.');
    const row = page.getByRole('listitem').filter({ hasText: 'The last section' });
    await expect(row).toContainText('Changes not live yet');
    await expectNoViolations(page, { within: '#home-page' });

    form = await openBlock(page, 'Home page', 'Contact');
    await expect(form.getByLabel('Title')).toHaveValue('First draft');
    await expect(form.getByText(/^On the site\s*Changes not live yet$/)).toBeVisible();
    await form.getByLabel('Title').fill('Only in the draft');
    await form.getByRole('button', { name: 'Save a draft and create a preview link' }).click();
    const address = await form.getByLabel('Preview link').inputValue();
    // Another device, without a session.
    const other = await browser.newContext();
    const visitor = await other.newPage();
    await visitor.goto(server.url);
    await expect(visitor.getByText(/First draft|Only in the draft/)).toHaveCount(0);
    await visitor.goto(address);
    await expect(visitor.getByText('You are looking at a draft.')).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Only in the draft' })).toBeInViewport();

    await form.getByRole('radio', { name: /^Now/ }).check();
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form).toBeHidden();
    await expect(row).not.toContainText('Changes not live yet');
    await visitor.goto(server.url);
    await expect(visitor.getByRole('heading', { name: 'Only in the draft' })).toBeVisible();
    await other.close();
  });

  test.describe('when someone else schedules them', () => {
    test.use({ allowErrors: /status of 412/ });

    test('stay scheduled after a save from a form that was open before', async ({
      page,
      server,
    }) => {
      const form = await openBlock(page, 'Home page', 'Contact');
      await ensureSignedIn(server);
      const publishAt = '2050-03-20T15:00:00.000Z';
      const patch = { contact: { pending: { note: 'In spring' }, publishAt } };
      expect((await server.api.patch('/api/pages/home', patch)).status).toBe(200);
      await form.getByLabel('Title').fill('Without a typo');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(toast(page)).toContainText(/Page saved.*On the site .*2050/);
      const { body } = await server.api.get('/api/pages/home');
      const pending = { note: 'In spring', title: 'Without a typo' };
      expect(body).toMatchObject({ blocks: { contact: { publishAt, pending } } });
    });
  });

  test('are scheduled with an end, and can be discarded', async ({ page }) => {
    let form = await openBlock(page, 'Home page', 'Packages');
    const listed = page.getByRole('listitem').filter({ hasText: 'Edit Packages' });
    await form.getByLabel('Title').fill('Spring prices');
    await form.getByRole('radio', { name: /^At a time/ }).check();
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(form.getByText('Choose a time in the future')).toBeVisible();
    await expect(form.getByLabel('Date and time')).toBeFocused();
    await form.getByLabel('Date and time').fill('2050-03-20T09:00');
    await form.getByLabel('Take the changes back').fill('2050-03-27T09:00');
    await expectNoViolations(page, { within: dialogSelector });
    await form.getByRole('button', { name: /^Schedule for Mar 20/ }).click();
    await expect(form).toBeHidden();
    await expect(listed).toContainText(/Changes go live .*2050/);

    form = await openBlock(page, 'Home page', 'Packages');
    await expect(form.getByLabel('Take the changes back')).toHaveValue('2050-03-27T09:00');
    await form.getByRole('button', { name: 'Discard draft' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard the draft?' });
    await expect(question).toContainText('can’t be restored afterwards');
    await expect(question).not.toContainText('in this form');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Title')).toHaveValue('Spring prices');
    await form.getByRole('button', { name: 'Discard draft' }).click();
    await question.getByRole('button', { name: 'Discard draft' }).click();
    await expect(form).toBeHidden();
    await expect(listed).not.toContainText('2050');
    await page.goto('/');
    await expect(page.getByText('Spring prices')).toHaveCount(0);
  });
});
