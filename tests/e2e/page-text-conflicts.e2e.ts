import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { openBlock, patchPage } from './page-blocks';

test.describe('texts of the pages that someone else changed', () => {
  test.use({ allowErrors: /status of 412/ });

  test('are shown beside the owner’s, and neither is overwritten without a choice', async ({
    page,
    server,
    signIn,
  }) => {
    await signIn();
    const form = await openBlock(page, 'Home page', 'Contact');
    await form.getByLabel('Title').fill('Mine');
    await patchPage(server, 'home', { contact: { title: 'Theirs', note: 'Their note' } });
    await form.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this block/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    await expect(conflict.getByRole('group', { name: 'Title' })).toContainText('Theirs');
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Page saved');
    await expect(form).toBeHidden();

    // Nor by the standard text.
    await openBlock(page, 'Home page', 'Contact');
    await expect(form.getByLabel('Title')).toHaveValue('Mine');
    await expect(form.getByLabel('Note')).toHaveValue('Their note');
    await patchPage(server, 'home', { contact: { title: 'Theirs again' } });
    await form.getByRole('button', { name: 'Use the standard text' }).click();
    await expect(form.getByRole('alert')).toContainText('Someone else has saved this block');
    await expect(form.getByLabel('Title')).toHaveValue('Theirs again');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Theirs again' })).toBeVisible();
    await expect(page.getByText('Their note')).toBeVisible();
  });

  test('are asked about at the next save when the standard text was not shown because of them', async ({
    page,
    server,
    signIn,
  }) => {
    await signIn();
    await patchPage(server, 'home', { contact: { title: 'Before', note: 'Before' } });
    const form = await openBlock(page, 'Home page', 'Contact');
    await form.getByLabel('Title').fill('Mine');
    await patchPage(server, 'home', { contact: { title: 'Theirs', note: 'Their note' } });
    await form.getByRole('button', { name: 'Use the standard text' }).click();
    const question = page.getByRole('alertdialog', { name: 'Use the standard text?' });
    await question.getByRole('button', { name: 'Use the standard text' }).click();
    await expect(form.getByRole('alert')).toContainText('shows their version with your changes');
    await expect(form.getByLabel('Title')).toHaveValue('Mine');
    await form.getByLabel('Note').fill('Before');
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this block/ });
    for (const decision of ['Back to the form', 'Save']) {
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(conflict.getByRole('group')).toHaveCount(1);
      const title = conflict.getByRole('group', { name: 'Title' });
      await expect(title).toContainText('Take theirsTheirs');
      await title.getByLabel('Take theirs').check();
      await conflict.getByRole('button', { name: decision }).click();
    }
    await expect(toast(page)).toContainText('Page saved');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
    // What the owner typed over their note after seeing it.
    await expect(page.getByText('Before', { exact: true })).toBeVisible();
  });
});
