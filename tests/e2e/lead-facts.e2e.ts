import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { openLeadPage } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(({ signIn }) => signIn());

test.describe('facts of a lead that someone else changes meanwhile', () => {
  test.use({ allowErrors: /status of 412/ });

  test('are saved without asking, unless both changed the same one, of which the owner chooses', async ({
    page,
    server,
  }) => {
    const { id } = await openLeadPage(page, server, { companyName: 'Moved On', industry: null });
    const form = page.getByRole('form', { name: 'Edit facts' });
    await page.getByRole('button', { name: 'Edit facts' }).click();
    await form.getByLabel('Company').fill('Moved Further');
    await server.api.patch(`/api/leads/${id}`, { status: 'contacted' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    expect((await server.api.get(`/api/leads/${id}`)).body).toMatchObject({
      companyName: 'Moved Further',
      status: 'contacted',
    });

    await page.getByRole('button', { name: 'Edit facts' }).click();
    await form.getByLabel('Company').fill('Mine');
    await form.getByLabel('Phone').fill('512 555 0199');
    await server.api.patch(`/api/leads/${id}`, { companyName: 'Theirs', industry: 'Fitness' });
    await form.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this lead/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    const company = conflict.getByRole('group', { name: 'Company' });
    await expect(company).toContainText('Theirs');
    await expect(company).toContainText('Mine');
    await expectNoViolations(page, { within: '[data-dialog]' });
    await company.getByLabel('Take theirs').check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(form).toBeHidden();
    expect((await server.api.get(`/api/leads/${id}`)).body).toMatchObject({
      companyName: 'Theirs',
      phone: '512 555 0199',
      industry: 'Fitness',
    });
  });
});
