import { sampleItems } from '../support/samples';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  submit,
  thankYouDialog,
  visit,
} from './lead-form';
import { openLead, type Site } from './leads';
import { expect, test } from './payment-fixtures';

const fullPm = { expensive: 'Full PM ($1,000)', cheap: 'Full PM ($250)' };

/** Adds a second 'Full PM' for $250 after the one of the demo content. @returns its id */
async function addSecondFullPm({ api }: Site) {
  await api.signIn();
  const item = { ...sampleItems.packages, price: 250, isPopular: false };
  const added = await api.post('/api/packages', item);
  expect(added.status).toBe(201);
  return (added.body as { id: string }).id;
}

test.describe('two packages with the same name', () => {
  let secondId = '';

  test.beforeEach(async ({ server }) => {
    secondId = await addSecondFullPm(server);
  });

  test.afterEach(async ({ server }) => {
    await server.api.delete(`/api/packages/${secondId}`);
  });

  test('the cheaper package, from its card or chosen in the form, has its own price there, at the checkout and in the admin area', async ({
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
    await expect(choice.locator('option:checked')).toHaveText(fullPm.cheap);
    await expect(choice.locator('option', { hasText: 'Full PM' })).toHaveText([
      fullPm.expensive,
      fullPm.cheap,
    ]);
    await choice.selectOption({ label: fullPm.expensive });
    await choice.selectOption({ label: fullPm.cheap });
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('$250');
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay $250' })).toBeVisible();
    expect(stripe.only().amount).toBe(25_000);
    const leads = await fetchStoredLeads(server, 'Chose The Twin');
    expect(leads).toMatchObject([{ interestedPackage: 'Full PM', interestedPackageId: secondId }]);
    await expect(page).toHaveURL(`/checkout?leadId=${leads[0]?.id}&packageId=${secondId}`);
    await signIn();
    await expect(await openLead(page, 'Chose The Twin')).toContainText('Full PM ($250)');
  });
});
