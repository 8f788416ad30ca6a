import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast, visit } from './lead-form';

const checkAddress = '**/api/auth/admin/check';
const loginAddress = '**/api/auth/admin/login';

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('the admin area asks first, and shows that it does', async ({ page, signIn }) => {
  await signIn();
  const release = await holdRequests(page, checkAddress);
  await page.goto('/admin');
  await expect(page.getByRole('status')).toHaveText('Checking authentication...');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  release();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test('who is not signed in is led to the sign-in', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/login');
  await expect(page.getByLabel('Password')).toBeFocused();
});

test.describe('when the check fails', () => {
  test.use({ allowErrors: /net::ERR_|status of 500|The admin check failed/ });

  for (const failure of ['an error', 'no answer']) {
    test(`with ${failure}, the sign-in is shown`, async ({ page, signIn }) => {
      await signIn();
      await page.route(checkAddress, (route) =>
        failure === 'an error' ? route.fulfill({ status: 500 }) : route.abort(),
      );
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('The admin check failed.'),
      );
      await page.goto('/admin');
      await expect(page).toHaveURL('/admin/login');
      await logged;
    });
  }
});

test('Login is off while the field is empty, and while it is busy', async ({ page, server }) => {
  await visit(page, '/admin/login');
  const password = page.getByLabel('Password');
  const button = page.getByRole('button');
  await expect(button).toHaveText('Login');
  await expect(button).toBeDisabled();
  await password.fill('x');
  await expect(button).toBeEnabled();
  await password.fill('');
  await expect(button).toBeDisabled();

  const release = await holdRequests(page, loginAddress);
  await logIn(page, server.adminPassword);
  await expect(button).toHaveText('Logging in...');
  await expect(button).toBeDisabled();
  release();
  await expect(page).toHaveURL('/admin');
});

test('a right password leads into the admin area', async ({ page, server, context }) => {
  await visit(page, '/admin/login');
  await logIn(page, server.adminPassword);
  await expect(page).toHaveURL('/admin');
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText('Welcome to the admin dashboard');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  const session = (await context.cookies()).find(({ name }) => name === 'session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});

test.describe('a refusal', () => {
  test.use({ allowErrors: /net::ERR_|status of (401|429)/, settings: { SITE_NAME: 'Refusals' } });

  test('of a wrong password clears the field', async ({ page }) => {
    await visit(page, '/admin/login');
    await logIn(page, 'not the password');
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid password');
    await expect(page.getByLabel('Password')).toHaveValue('');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await expect(page).toHaveURL('/admin/login');
  });

  test('without words is told as "Invalid password"', async ({ page }) => {
    await visit(page, '/admin/login');
    await page.route(loginAddress, (route) => route.fulfill({ status: 401, body: 'no' }));
    await logIn(page, 'not the password');
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid password');
  });

  test('by a server out of reach keeps what was typed', async ({ page }) => {
    await visit(page, '/admin/login');
    await page.route(loginAddress, (route) => route.abort());
    await logIn(page, 'typed with care');
    await expect(toast(page)).toContainText('Error');
    await expect(toast(page)).toContainText('Failed to connect to server');
    await expect(page.getByLabel('Password')).toHaveValue('typed with care');
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  });
});

test.describe('after five wrong passwords', () => {
  test.use({ allowErrors: /status of 429/, settings: { SITE_NAME: 'Locked out' } });

  test('even the right one has to wait, and the page says how long', async ({ page, server }) => {
    for (let tries = 0; tries < 5; tries += 1) {
      await server.api.post('/api/auth/admin/login', { password: 'guess' });
    }
    await visit(page, '/admin/login');
    await logIn(page, server.adminPassword);
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Too many failed sign-ins. Try again in 15 minutes.');
    await expect(page).toHaveURL('/admin/login');
  });
});

test('the sign-in leads to where one was going', async ({ page, server }) => {
  await page.goto('/admin?tab=case-studies');
  await expect(page).toHaveURL(
    `/admin/login?next=${encodeURIComponent('/admin?tab=case-studies')}`,
  );
  await logIn(page, server.adminPassword);
  await expect(page).toHaveURL('/admin?tab=case-studies');
});

test('the sign-in leads nowhere but into the admin area', async ({ page, server }) => {
  const outside = [
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example/admin',
    '/talent',
    '/admin/../talent',
    'javascript:alert(1)',
  ];
  for (const next of outside) {
    await visit(page, `/admin/login?next=${encodeURIComponent(next)}`);
    await logIn(page, server.adminPassword);
    await expect(page, next).toHaveURL('/admin');
  }
});

test('Log out ends the session, for the back button and for the server', async ({
  page,
  signIn,
  context,
}) => {
  await signIn();
  const before = await context.cookies();
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Leads/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/admin/login');
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);

  // Someone who kept the cookie has nothing.
  await context.addCookies(before);
  const answer = await context.request.get('/api/leads');
  expect(answer.status()).toBe(401);
});
