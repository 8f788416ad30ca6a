import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast, visit } from './lead-form';

test.use({ sharedSite: 'demo content' });

const checkRoute = '**/api/auth/admin/check';
const loginRoute = '**/api/auth/admin/login';

async function submitPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('/admin shows a status while it checks the session, and then the admin area', async ({
  page,
  signIn,
}) => {
  await signIn();
  const release = await holdRequests(page, checkRoute);
  await page.goto('/admin');
  await expect(page.getByRole('status')).toHaveText('Checking authentication...');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  release();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test.describe('/admin when the session check fails', () => {
  test.use({ allowErrors: /net::ERR_|status of 500|The admin check failed/ });

  test('redirects to /admin/login after status 500 and after a network error', async ({
    page,
    signIn,
  }) => {
    await signIn();
    for (const failure of ['status 500', 'a network error']) {
      await page.route(
        checkRoute,
        (route) => (failure === 'status 500' ? route.fulfill({ status: 500 }) : route.abort()),
        { times: 1 },
      );
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('The admin check failed.'),
      );
      await page.goto('/admin');
      await expect(page, failure).toHaveURL('/admin/login');
      await logged;
    }
  });
});

test('/admin/login disables Login while the field is empty or a request is in flight, accepts the password, and sets an HttpOnly session cookie', async ({
  page,
  server,
  context,
}) => {
  await visit(page, '/admin/login');
  const password = page.getByLabel('Password');
  const button = page.getByRole('button');
  await expect(button).toHaveText('Login');
  await expect(button).toBeDisabled();
  await password.fill('x');
  await expect(button).toBeEnabled();
  await password.fill('');
  await expect(button).toBeDisabled();

  const release = await holdRequests(page, loginRoute);
  await submitPassword(page, server.adminPassword);
  await expect(button).toHaveText('Logging in...');
  await expect(button).toBeDisabled();
  release();
  await expect(page).toHaveURL('/admin');
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText('Welcome to the admin dashboard');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  const session = (await context.cookies()).find(({ name }) => name === 'session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});

test.describe('failed sign-in', () => {
  test.use({ allowErrors: /net::ERR_|status of 401/ });

  test('clears and focuses the field after a wrong password, also without a message, but not when the server is unreachable or the browser keeps no session', async ({
    page,
    server,
    context,
  }) => {
    await visit(page, '/admin/login');
    await submitPassword(page, 'not the password');
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid password');
    await expect(page.getByLabel('Password')).toHaveValue('');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await expect(page).toHaveURL('/admin/login');
    await toast(page).getByRole('button', { name: 'Close' }).click();

    await page.route(loginRoute, (route) => route.fulfill({ status: 401, body: 'no' }));
    await submitPassword(page, 'not the password');
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid password');
    await toast(page).getByRole('button', { name: 'Close' }).click();

    await page.unroute(loginRoute);
    await page.route(loginRoute, (route) => route.abort());
    await submitPassword(page, 'typed with care');
    await expect(toast(page)).toContainText('Error');
    await expect(toast(page)).toContainText('Failed to connect to server');
    await expect(page.getByLabel('Password')).toHaveValue('typed with care');
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    await toast(page).getByRole('button', { name: 'Close' }).click();

    await page.unroute(loginRoute);
    await page.route(loginRoute, async (route) => {
      const response = await route.fetch();
      await context.clearCookies();
      await route.fulfill({ json: await response.json() });
    });
    await submitPassword(page, server.adminPassword);
    await expect(page.getByRole('alert')).toHaveText(
      'Your browser did not keep the sign-in. Allow cookies for this site.',
    );
    await expect(page.getByLabel('Password')).toHaveValue(server.adminPassword);
    await expect(page).toHaveURL('/admin/login');
    await expect(toast(page)).toHaveCount(0);
  });
});

test('sign-in redirect returns to the admin page that was requested', async ({ page, server }) => {
  await page.goto('/admin?tab=case-studies');
  await expect(page).toHaveURL(
    `/admin/login?next=${encodeURIComponent('/admin?tab=case-studies')}`,
  );
  await submitPassword(page, server.adminPassword);
  await expect(page).toHaveURL('/admin?tab=case-studies');
});

test('Log out ends the session on the server, and Back does not show the admin area', async ({
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

  // A copy of the old cookie is no longer valid.
  await context.addCookies(before);
  const response = await context.request.get('/api/leads');
  expect(response.status()).toBe(401);
});
