import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

test.beforeEach(({ signIn }) => signIn());

test.describe('checklist before the site opens', () => {
  test('leads to the settings and to the availability, and marks the test email as done when it was sent', async ({
    page,
  }) => {
    await page.goto('/admin');
    const card = page.getByRole('region', { name: 'Get ready to open' });
    await expect(card.getByRole('listitem').first()).toContainText('Name and contact');
    await card.getByRole('link', { name: 'Enter them' }).click();
    await expect(page).toHaveURL(/\/admin\/settings#contact$/);
    await expect(page.getByRole('heading', { name: 'Contact', level: 2 })).toBeFocused();
    await page.goBack();
    await card.getByRole('link', { name: 'Set the times' }).click();
    await expect(page.getByRole('form', { name: 'Availability' })).toBeVisible();
    await page.goBack();
    const step = card.getByRole('listitem').filter({ hasText: 'A test email' });
    await step.getByRole('button', { name: 'Send a test email' }).click();
    await expect(step).toContainText('Sent to owner@crew.example.');
    await expect(step.getByText('Done', { exact: true })).toBeAttached();
    await expect(step.getByRole('button', { name: 'Send another' })).toBeVisible();
  });

  test('lists what the standard texts claim, opens where each is changed, and takes a confirmation', async ({
    page,
  }) => {
    await page.goto('/admin');
    const step = page
      .getByRole('listitem')
      .filter({ hasText: 'Review the text on your pages' })
      .first();
    await step.getByRole('button', { name: 'Read them' }).click();
    await expect(step).toContainText('Onboarding starts within 48 hours of payment.');
    await expectNoViolations(page, { within: 'main' });
    await step.getByRole('link', { name: 'Change Home page, over the packages' }).click();
    const form = page.getByRole('dialog', { name: 'Packages', exact: true });
    await expect(form.getByLabel('Introduction')).toHaveValue(/^Paid once\./);
    await form.getByLabel('Introduction').fill('Paid once.');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    await page.goto('/admin');
    await step.getByRole('button', { name: 'Read them' }).click();
    await expect(step).not.toContainText('within 48 hours');
    await step.getByRole('button', { name: 'All of this is true' }).click();
    await expect(step.getByText('Done', { exact: true })).toBeAttached();
  });

  test('shows the result of the check, also after a reload, with the steps to a public address to copy', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Check now' }).click();
    const result = page.getByText('Demo content is still on the site');
    await expect(result).toBeVisible();
    await page.reload();
    await expect(result).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    await page.getByText('Steps to send to them').click();
    await page.getByRole('button', { name: 'Copy the steps' }).click();
    await expect(toast(page)).toContainText('Steps copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('SITE_URL=https://www.example.com');
    await expectNoViolations(page, { within: 'main' });
  });

  test('marks the demo content as done when it was removed, and keeps only its row when the owner hides the list', async ({
    page,
  }) => {
    await page.goto('/admin');
    const step = page.getByRole('listitem').filter({ hasText: 'Remove demo content' });
    await step.getByRole('button', { name: 'Remove all demo content' }).click();
    await page.getByRole('button', { name: /^Remove \d+ demo items$/ }).click();
    await expect(step).toContainText('None is on the site');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(step).toContainText(/\d+ demo items are still on the site/);

    await page.getByRole('button', { name: 'Hide this list' }).click();
    const card = page.getByRole('region', { name: 'Get ready to open' });
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove all demo content' })).toBeVisible();
    await expect(card).toHaveCount(0);
  });
});
