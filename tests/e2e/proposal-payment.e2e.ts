import { expect, pay, test } from './payment-fixtures';
import { createLeadWithPlan, sendProposal } from './proposals';

// It changes a package.
test.use({ sharedSite: null });

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
});
