import { sampleLead } from '../support/samples';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { removeAllLeads } from './leads';

test.describe('suspected spam', () => {
  test('is left out of the list, can be filtered, and counts as a new lead after Not spam', async ({
    page,
    server,
    signIn,
  }) => {
    await removeAllLeads(server);
    const sent = { ...sampleLead, companyName: 'Filled In By A Program', website: 'x' };
    expect((await server.api.post('/api/leads', sent)).status).toBe(201);
    await server.api.post('/api/leads', { ...sampleLead, companyName: 'Typed By Hand' });
    await signIn();
    await page.goto('/admin');
    await expect(page.getByText('You have 1 new leads to review.', { exact: true })).toBeVisible();
    await expect(page.getByText('Not counted: 1 suspected spam')).toBeVisible();

    await page.goto('/admin?tab=leads');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row').last()).toContainText('Typed By Hand');
    await page.getByLabel('Status').selectOption('Suspected spam');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Edit Filled In By A Program' }).click();
    await expect(page.getByText(/Suspected spam: a hidden field was filled in/)).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector });
    await page.getByRole('button', { name: 'Not spam' }).click();
    await expect(page.getByText('No longer marked as spam.')).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByText('You have 2 new leads to review.', { exact: true })).toBeVisible();
  });
});
