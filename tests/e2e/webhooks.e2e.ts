import type { Page } from '@playwright/test';
import type { Webhook } from '../../src/foundation/webhooks/contract';
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
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Name').fill('Gamma');
  releaseSave();
  await expect(toast(page)).toContainText('Webhook saved');
  await expect(page.getByLabel('Name')).toHaveValue('Gamma');

  await page.getByLabel('Address').fill('https://hooks.sheet.example/gamma');
  const releaseNew = await holdRequests(page, '**/api/webhooks');
  await page.getByRole('button', { name: 'Save and show the secret' }).click();
  await page.getByRole('button', { name: 'Beta', exact: true }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
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

test('the form of a webhook asks before another one is opened, and before it discards what was typed, and closes when its webhook is deleted there', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await openWebhooks(page, server);
  await page.getByLabel('Name').fill('Half a word');
  await page.getByRole('button', { name: 'Beta', exact: true }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half a word');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Name').fill('Gamma');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Alpha');

  await page.getByLabel('Name').fill('Half a word');
  await page.getByRole('button', { name: 'Delete this webhook' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Beta');
});

test.describe('a webhook that two people edit', () => {
  test.use({ allowErrors: /status of (401|412)/ });

  test('keeps what the other one saved, asks about the same field, and is saved after a sign-in in place', async ({
    page,
    context,
    server,
    signIn,
  }) => {
    await signIn();
    await openWebhooks(page, server);
    const readAlpha = async () => ((await server.api.get('/api/webhooks')).body as Webhook[])[0];
    const saveAsOther = async (change: object) => {
      const { id } = (await readAlpha()) ?? {};
      expect((await server.api.patch(`/api/webhooks/${id}`, change)).status).toBe(200);
    };
    const save = () => page.getByRole('button', { name: 'Save' }).click();
    const theirs = { url: 'https://hooks.sheet.example/theirs', events: ['payment.succeeded'] };

    await page.getByLabel('Name').fill('Alpha sheet');
    await saveAsOther({ ...theirs, isActive: false });
    await save();
    await expect(toast(page)).toContainText('Webhook saved');
    await expect(page.getByLabel('Address')).toHaveValue(theirs.url);
    expect(await readAlpha()).toMatchObject({ name: 'Alpha sheet', ...theirs, isActive: false });

    const mine = 'https://hooks.sheet.example/mine';
    await page.getByLabel('Address').fill(mine);
    await saveAsOther({ url: 'https://hooks.sheet.example/later' });
    await save();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this webhook/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    await expect(conflict.getByRole('group', { name: 'Address' })).toContainText('/later');
    await context.clearCookies();
    await conflict.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(server.adminPassword);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect.poll(readAlpha).toMatchObject({ name: 'Alpha sheet', url: mine });
    await expect(page.getByLabel('Address')).toHaveValue(mine);
  });

  test.describe('when the other one deletes it', () => {
    test.use({ allowErrors: /status of (404|412)/ });

    test('keeps what is typed, and says on saving that it is gone', async ({
      page,
      server,
      signIn,
    }) => {
      await signIn();
      await openWebhooks(page, server);
      await page.getByLabel('Name').fill('Half a word');
      const alpha = ((await server.api.get('/api/webhooks')).body as Webhook[]).find(
        ({ name }) => name === 'Alpha',
      );
      expect((await server.api.delete(`/api/webhooks/${alpha?.id}`)).status).toBe(204);
      // Reads the list again.
      await page.getByRole('button', { name: 'Test Beta' }).click();
      await expect(page.getByRole('button', { name: 'Alpha', exact: true })).toHaveCount(0);
      await expect(page.getByLabel('Name')).toHaveValue('Half a word');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Webhook not found');
      await expect(page.getByLabel('Name')).toHaveValue('Half a word');

      await page.getByRole('button', { name: 'Beta', exact: true }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByLabel('Name')).toHaveValue('Beta');
    });
  });
});
