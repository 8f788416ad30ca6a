import type { Page } from '@playwright/test';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { ensureSignedIn, type Site } from './leads';

/** Replaces a site's webhooks by new ones with the given names. */
async function fillWebhooks(site: Site, names: readonly string[]): Promise<void> {
  await ensureSignedIn(site);
  const { body } = await site.api.get('/api/webhooks');
  for (const { id } of body as { id: string }[]) await site.api.delete(`/api/webhooks/${id}`);
  for (const name of names) {
    const webhook = { name, url: 'https://hooks.sheet.example/crew', events: ['lead.created'] };
    expect((await site.api.post('/api/webhooks', webhook)).status).toBe(201);
  }
}

test.describe('webhooks in the admin area', () => {
  // The response to an address that is not allowed.
  test.use({ allowErrors: /400 \(Bad Request\).*\/api\/webhooks/ });

  test('can be added, which shows their secret once, and tested', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Webhooks and their log' }).click();
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
    await expect(page.getByText('Nothing is sent yet')).toBeVisible();
    await expectNoViolations(page);

    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Name').fill('Front desk sheet');
    await page.getByLabel('Address').fill('https://10.0.0.12/crew');
    await page.getByRole('button', { name: 'Save and show the secret' }).click();
    await expect(page.getByText('10.0.0.12 is inside a private network.')).toBeVisible();
    await page.getByLabel('Address').fill('https://hooks.sheet.example/crew');
    await page.getByRole('button', { name: 'Save and show the secret' }).click();

    const dialog = page.getByRole('dialog', { name: 'Copy the secret now' });
    await expect(dialog).toContainText(/whsec_[\w+/]{43}=/);
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('You can’t see the secret again.')).toBeVisible();
    await dialog.getByLabel('I have stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: 'Test Front desk sheet' }).click();
    await expect(page.getByText('1 of 1 failed')).toBeVisible();
    await expect(page.getByText(/^Failed: /)).toBeVisible();
    await expectNoViolations(page);

    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await dialog.getByLabel('I have stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/^Both secrets work until/)).toBeVisible();

    // The new secret may have been lost on its way.
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await dialog.getByLabel('I have stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'End the old one now' }).click();
    await expect(page.getByText(/^Both secrets work until/)).toBeHidden();

    await page.getByRole('button', { name: 'Delete this webhook' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Nothing is sent yet')).toBeVisible();
  });
});

/** Opens the webhooks "Alpha", whose form is shown, and "Beta". */
async function openWebhooks(page: Page, site: Site): Promise<void> {
  await fillWebhooks(site, ['Alpha', 'Beta']);
  await page.goto('/admin?tab=webhooks');
  await expect(page.getByRole('heading', { name: 'Alpha', exact: true })).toBeVisible();
}

test('the form of a webhook keeps what is typed when another one starts to fail, is saved or is created', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await openWebhooks(page, server);
  await page.getByLabel('Address').fill('https://hooks.sheet.example/half-a-w');
  await page.getByRole('button', { name: 'Test Beta' }).click();
  await expect(page.getByText('1 of 1 failed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Alpha', exact: true })).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('https://hooks.sheet.example/half-a-w');

  const releaseSave = await holdRequests(page, '**/api/webhooks/*');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Name').fill('Gamma');
  releaseSave();
  await expect(toast(page)).toContainText('Webhook saved');
  await expect(page.getByLabel('Name')).toHaveValue('Gamma');

  await page.getByLabel('Address').fill('https://hooks.sheet.example/gamma');
  const releaseNew = await holdRequests(page, '**/api/webhooks');
  await page.getByRole('button', { name: 'Save and show the secret' }).click();
  await page.getByRole('button', { name: 'Beta', exact: true }).click();
  await page.getByLabel('Name').fill('Half a word');
  releaseNew();
  await expect(page.getByRole('dialog', { name: 'Copy the secret now' })).toContainText('Gamma');
  await expect(page.getByLabel('Name')).toHaveValue('Half a word');
});

test('the new secrets of webhooks are all shown, whatever is open when they arrive', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await openWebhooks(page, server);
  const release = await holdRequests(page, '**/api/webhooks/*');
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByRole('button', { name: 'Beta', exact: true }).click();
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Name').fill('Half a word');
  release();
  const dialog = page.getByRole('dialog', { name: 'Copy the secret now' });
  const shown: (string | null)[] = [];
  for (const index of [0, 1]) {
    const secret = dialog.getByText(/^whsec_/);
    if (index > 0) await expect(secret).not.toHaveText(shown[0] ?? '');
    shown.push(await secret.textContent());
    await dialog.getByLabel('I have stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Half a word');
});
