import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';

// Wrong codes and passwords, which are part of the tests, respond with 400 and 401.
test.use({ allowErrors: /status of (400|401)/ });

const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

test('second factor can be set up, is required at sign-in, and can be turned off with a recovery code', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await page.goto('/admin');
  await page.getByRole('banner').getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Set up' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up the second factor' });
  await setup.getByLabel('Password').fill('wrong');
  await setup.getByRole('button', { name: 'Next' }).click();
  await expect(setup.getByText('Invalid password')).toBeVisible();
  await setup.getByLabel('Password').fill(server.adminPassword);
  await setup.getByRole('button', { name: 'Next' }).click();
  await expect(setup.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(setup.getByLabel('Code', { exact: true })).toBeFocused();
  const secret = ((await setup.getByText(/^([A-Z2-7]{4} ?)+$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  await expectNoViolations(page, { within: dialogSelector });
  await setup.getByLabel('Code', { exact: true }).fill(generateCode(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const recoveryCodes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(recoveryCodes.getByRole('listitem')).toHaveCount(10);
  await expectNoViolations(page, { within: dialogSelector });
  const [recoveryCode = ''] = await recoveryCodes.getByRole('listitem').allTextContents();
  await recoveryCodes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(
    page.getByText('This code is wrong or was already used.', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(generateCode(secret, 1));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/admin');

  await page.goto('/admin?tab=security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const turnOff = page.getByRole('dialog', { name: 'Turn off the second factor' });
  await turnOff.getByLabel('Password').fill(server.adminPassword);
  await turnOff.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await turnOff.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('Second factor turned on').last()).toBeVisible();
});

const getSessions = (page: Page) => page.getByRole('list', { name: 'Active sessions' });

test.describe('active sessions', () => {
  test.beforeEach(async ({ page, server, signIn }) => {
    await server.api.signIn();
    await signIn();
    await page.goto('/admin?tab=security');
  });

  test('are ended one by one or all others together, each time with the password', async ({
    page,
    server,
  }) => {
    await expect(getSessions(page).getByText('This session')).toHaveCount(1);
    const end = getSessions(page).getByRole('button', { name: /^End the session of/ });
    await expect(end.first()).toBeVisible();
    const others = await end.count();
    await end.first().click();
    const one = page.getByRole('dialog', { name: 'End this session' });
    await one.getByLabel('Password').fill(server.adminPassword);
    await one.getByRole('button', { name: 'End session' }).click();
    await expect(end).toHaveCount(others - 1);
    await expect(one).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Active sessions' })).toBeFocused();
    // Its session may be the one that has just ended.
    await server.api.signIn();

    await page.getByRole('button', { name: 'End all others' }).click();
    const dialogBox = page.getByRole('dialog', { name: 'End all other sessions' });
    await expect(dialogBox.getByLabel('Code', { exact: true })).toHaveCount(0);
    await expectNoViolations(page, { within: dialogSelector });
    await dialogBox.getByLabel('Password').fill('wrong');
    await dialogBox.getByRole('button', { name: 'End all others' }).click();
    await expect(dialogBox.getByText('Invalid password')).toBeVisible();
    expect((await server.api.get('/api/leads')).status).toBe(200);

    await dialogBox.getByLabel('Password').fill(server.adminPassword);
    await dialogBox.getByRole('button', { name: 'End all others' }).click();
    await expect(getSessions(page).getByRole('listitem')).toHaveCount(1);
    await expect(dialogBox).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Active sessions' })).toBeFocused();
    expect((await server.api.get('/api/leads')).status).toBe(401);
  });
});
