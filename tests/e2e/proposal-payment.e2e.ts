import { sampleItems } from '../support/samples';
import { expect, pay, test } from './payment-fixtures';
import { createLeadWithPlan, editor, proposals, sendProposal, writeProposal } from './proposals';

// It changes a package.
test.use({ sharedSite: null, permissions: ['clipboard-read', 'clipboard-write'] });

test.describe('proposal with a package', () => {
  test('is accepted and paid at its own price, whatever the package costs by then', async ({
    page,
    server,
    stripe,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Pays As Agreed');
    const packages = (await server.api.get('/api/packages')).body as { id: string; name: string }[];
    const packageId = packages.find(({ name }) => name === 'Full PM')?.id ?? '';
    const { url } = await sendProposal(server, leadId, { packageId });
    await server.api.patch(`/api/packages/${packageId}`, { name: 'Dearer PM', price: 2_000 });

    await page.goto(url);
    const price = page.getByRole('complementary', { name: 'Price' });
    await expect(price).toContainText('Due today$1,000');
    await price.getByLabel('Your name').fill('Olga Brenner');
    await price.getByRole('button', { name: 'Accept and pay' }).click();
    await expect(page.getByRole('heading', { name: 'Full PM' })).toBeVisible();
    await expect(page.getByText(/^As agreed in proposal \d+\.$/)).toBeVisible();

    await page.goto(url);
    const status = page.getByRole('status');
    await expect(status).toContainText('Accepted by Olga Brenner');
    await status.getByRole('link', { name: 'Pay now' }).click();
    await pay(page);
    await expect(page).toHaveURL(/\/payment-success/);
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect([...stripe.intents.values()].map(({ amount }) => amount)).toEqual([100_000]);
    await page.goto(url);
    await expect(status).toContainText('$1,000 paid.');
    await expect(status.getByRole('link')).toHaveCount(0);
  });

  test('shows the price at which it is sent, and offers the one of now', async ({
    page,
    server,
    signIn,
  }) => {
    await signIn();
    const leadId = await createLeadWithPlan(server, 'Pays What It Says');
    const offer = { ...sampleItems.packages, name: 'Night Desk', price: 1_000 };
    const packageId = ((await server.api.post('/api/packages', offer)).body as { id: string }).id;
    const { id } = await writeProposal(server, leadId, { packageId });
    await page.goto(`/admin/leads/${leadId}`);
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    const choice = editor(page).getByLabel('Package');
    await expect(choice).toContainText('Night Desk, $1,000');
    await editor(page).getByRole('button', { name: 'Close' }).click();
    await server.api.patch(`/api/packages/${packageId}`, { price: 1_200 });
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    await expect(choice).toContainText('Night Desk, $1,200');
    await expect(choice.locator('option:checked')).toHaveText('Night Desk, $1,000');
    await editor(page).getByLabel('Note').fill('As we agreed.');
    await editor(page).getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(proposals(page)).toContainText('Sent as a link');
    const { body } = await server.api.get(`/api/proposals/${id}`);
    expect(body).toMatchObject({ note: 'As we agreed.', package: { amount: 100_000 } });
  });
});
