import { sampleItems } from '../samples';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  openForm,
  submit,
  thankYouDialog,
  visit,
} from './lead-form';
import { expect, test } from './payment-fixtures';

const full = { dear: 'Full PM ($1,000)', cheap: 'Full PM ($250)' };

/** Adds a second 'Full PM', for $250, behind the one of the demo content. @returns its id */
async function addTwin({
  api,
  adminPassword,
}: {
  api: import('../api-client').ApiClient;
  adminPassword: string;
}) {
  await api.signIn(adminPassword);
  const item = { ...sampleItems.packages, price: 250, isPopular: false };
  const added = await api.post('/api/packages', item);
  expect(added.status).toBe(201);
  return (added.body as { id: string }).id;
}

test.describe('two packages of one name', () => {
  let twin = '';

  test.beforeEach(async ({ server }) => {
    twin = await addTwin(server);
  });

  test.afterEach(async ({ server }) => {
    await server.api.delete(`/api/packages/${twin}`);
  });

  test('the card of the cheaper one leads to its own price at the checkout', async ({
    page,
    server,
    stripe,
    signIn,
  }) => {
    await visit(page, '/');
    await page
      .getByRole('article')
      .filter({ hasText: '$250' })
      .getByRole('button', { name: 'Select Full PM' })
      .click();
    const form = leadForm(page);
    await fillToLastStep(form, 'Chose The Twin');
    const choice = form.getByLabel('Interested package');
    await expect(choice.locator('option:checked')).toHaveText(full.cheap);
    await expect(choice.locator('option', { hasText: 'Full PM' })).toHaveText([
      full.dear,
      full.cheap,
    ]);
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('$250');
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page).toHaveURL(new RegExp(`^[^?]*/checkout\\?leadId=[^&]+&packageId=${twin}$`));
    await expect(page.getByRole('button', { name: 'Pay $250' })).toBeVisible();
    expect(stripe.only().amount).toBe(25_000);
    expect(await fetchStoredLeads(server, 'Chose The Twin')).toMatchObject([
      { interestedPackage: 'Full PM', interestedPackageId: twin },
    ]);
    await signIn();
    await page.goto('/admin?tab=leads');
    await page.getByRole('button', { name: 'Edit Chose The Twin' }).click();
    await expect(page.getByRole('dialog', { name: 'Update Lead Status' })).toContainText(
      'Full PM ($250)',
    );
  });

  test('a choice that was changed in the form is the one to be paid', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Changed The Choice');
    await form.getByLabel('Interested package').selectOption({ label: full.cheap });
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('$250');
  });
});

test.describe('two packages of one name, without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the card of the cheaper one leads to a payment for it', async ({ page, server }) => {
    const twin = await addTwin(server);
    await page.goto('/');
    await page
      .getByRole('article')
      .filter({ hasText: '$250' })
      .getByRole('button', { name: 'Select Full PM' })
      .click();
    await expect(page.getByLabel('Interested package').locator('option:checked')).toHaveText(
      full.cheap,
    );
    await page.getByLabel('Company name').fill('Plain Twin');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await page.getByLabel('Email').fill('olga@noscript.example');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('$250')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Proceed to Payment' })).toHaveAttribute(
      'href',
      new RegExp(`&packageId=${twin}$`),
    );
    await server.api.delete(`/api/packages/${twin}`);
  });
});
