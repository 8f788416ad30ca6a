import { sampleLead } from '../samples';
import { expectNoViolations } from './axe';
import { test as unpaid } from './fixtures';
import { toast, visit } from './lead-form';
import { cards, expect, pay, standIn, test } from './payment-fixtures';

unpaid.describe('while payments are not set up', () => {
  unpaid('the page says so, and nothing of Stripe is loaded', async ({ page }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (/stripe/i.test(request.url())) foreign.push(request.url());
    });
    await visit(page, '/checkout?leadId=a&packageId=b');
    await expect(toast(page)).toContainText('Payment Not Available');
    await expect(toast(page)).toContainText(
      'Payment processing is not configured. Please contact support.',
    );
    await expect(page.getByRole('main')).toContainText(
      'Payment processing is not available at this time. Please contact support to complete your purchase.',
    );
    expect(foreign).toEqual([]);
    await expectNoViolations(page, { within: 'main' });
  });

  unpaid('its policy allows nothing foreign', async ({ server }) => {
    const { headers } = await server.api.get('/checkout?leadId=a&packageId=b');
    expect(headers.get('content-security-policy')).not.toContain('stripe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  for (const query of ['', '?leadId=a', '?packageId=b', '?leadId=&packageId=b']) {
    unpaid(`without both ids (${query || 'none'}) it goes home and says why`, async ({ page }) => {
      await page.goto(`/checkout${query}`);
      await expect(toast(page)).toContainText(
        /Missing Information.*Lead ID and Package ID are required/,
      );
      await expect(page).toHaveURL('/');
    });
  }
});

test('it shows the package, what is included, the amount and the card form', async ({
  page,
  stripe,
  checkout,
  email,
}) => {
  await visit(page, checkout);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Full PM' })).toBeVisible();
  await expect(main.getByText("What's included:")).toBeVisible();
  await expect(main.getByRole('listitem').first()).toBeVisible();
  await expect(main.getByText('Total due today')).toBeVisible();
  await expect(main.getByLabel('Card number')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Pay $1,000' })).toBeEnabled();
  expect(stripe.only().amount).toBe(100_000);
  for (const value of [email, sampleLead.contactName, sampleLead.companyName]) {
    expect(await page.content()).not.toContain(value);
  }
  await expectNoViolations(page, { within: 'main' });
});

test('Stripe’s origins are allowed on this page alone', async ({ server, checkout }) => {
  const policyOf = async (path: string) =>
    (await server.api.get(path)).headers.get('content-security-policy') ?? '';
  const policy = await policyOf(checkout);
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com");
  expect(policy).not.toContain('unsafe');
  for (const path of ['/', '/talent', '/payment-success', '/admin']) {
    expect(await policyOf(path), path).not.toContain('stripe');
  }
});

test('from the thank-you dialog it is reached as a document of its own', async ({
  page,
  stripe,
  checkout,
}) => {
  await visit(page, '/');
  await page.evaluate((address) => {
    history.pushState(null, '', address);
  }, checkout);
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(stripe.intents.size).toBe(1);
});

test.describe('opened more than once', () => {
  test.use({ allowErrors: /status of 409/ });

  test('a reload, a second tab and the back button go on with the same payment', async ({
    page,
    context,
    stripe,
    checkout,
  }) => {
    await visit(page, checkout);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Card number')).toBeVisible();
    const other = await context.newPage();
    await standIn(other, stripe);
    await visit(other, checkout);
    await expect(other.getByLabel('Card number')).toBeVisible();
    await page.goto('/');
    await page.goBack();
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    // The other tab still shows its form: another try there is told, and nothing is paid twice.
    await other.reload();
    await expect(other.getByRole('alert')).toContainText('paid for already');
    expect(stripe.intents.size).toBe(1);
  });
});

test('a declined card is said at the form, and another one pays', async ({
  page,
  stripe,
  checkout,
}) => {
  await visit(page, checkout);
  await pay(page, cards.declined);
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expectNoViolations(page, { within: 'main' });
  await pay(page, cards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(stripe.intents.size).toBe(1);
});

test.describe('when something is in the way', () => {
  test.use({ allowErrors: /status of (400|404|409|503)|net::ERR_/ });

  test('an unknown lead or package is a clear error, with the way home', async ({
    page,
    stripe,
  }) => {
    await visit(page, '/checkout?leadId=nobody&packageId=nothing');
    await expect(page.getByRole('alert')).toContainText('This payment link is not valid.');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('Return to Home');
    expect(stripe.calls).toEqual([]);
    await expectNoViolations(page, { within: 'main' });
  });

  test('Stripe that is down is said, and trying again works', async ({
    page,
    stripe,
    checkout,
  }) => {
    stripe.fail('down', 2);
    await visit(page, checkout);
    await expect(page.getByRole('alert')).toContainText('Nothing was charged');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
  });

  test('Stripe’s script that does not load is said, and trying again works', async ({
    page,
    stripe,
    checkout,
  }) => {
    // The library itself tries twice.
    await page.route('https://js.stripe.com/**', (route) => route.abort(), { times: 2 });
    await visit(page, checkout);
    await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('it shows what is bought and says what is needed', async ({ page, checkout }) => {
    await page.goto(checkout);
    await expect(page.getByRole('heading', { name: 'Full PM' })).toBeVisible();
    // Its text is there, but Playwright's locators look past it.
    expect(await page.content()).toContain('Paying by card needs JavaScript.');
  });
});
