import { expect, test } from './fixtures';
import { createLead } from './leads';

test.beforeEach(({ signIn }) => signIn());

test.describe('page of a lead', () => {
  test('merges two inquiries of one person, and undoes it', async ({ page, server }) => {
    const email = 'one.person@twice.example';
    const sender = { email, phone: null };
    await createLead(server, { companyName: 'Asked First', ...sender, message: 'One studio.' });
    const { id } = await createLead(server, { companyName: 'Asked Again', ...sender });
    await page.goto(`/admin/leads/${id}`);
    const person = page.getByRole('region', { name: 'Same person' });
    await expect(person).toContainText('1 other inquiry');
    await person.getByRole('button', { name: 'Merge Asked First' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is this one person?' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('One studio.');
    await person.getByRole('button', { name: 'Undo the merge with Asked First' }).click();
    await expect(person.getByRole('button', { name: 'Merge Asked First' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timeline' })).not.toContainText('One studio.');
  });

  test('lists the people of the shortlist, each with a link to their form', async ({
    page,
    server,
  }) => {
    const { body } = await server.api.get('/api/talents');
    const [talent] = body as { name: string; title: string }[];
    if (!talent) throw new Error('There is no demo content.');
    const { id } = await createLead(server, {
      companyName: 'Has Favorites',
      message: `Shortlist: ${talent.name} (${talent.title})\nWe need two.`,
    });
    await page.goto(`/admin/leads/${id}`);
    const shortlist = page.getByRole('region', { name: 'Shortlist' });
    const person = shortlist.getByRole('link', { name: talent.name });
    // Before the talents are loaded, it leads to their list.
    await expect(person).toHaveAttribute('href', /item=/);
    await person.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(talent.name);
    await expect(page).toHaveURL('/admin?tab=talents');
  });
});
