import { sampleLead } from '../support/samples';
import { expectNoViolations } from './axe';
import { test as testWithoutPayments } from './fixtures';
import { toast, visit } from './lead-form';
import { cards, expect, mockStripeScript, pay, test } from './payment-fixtures';

testWithoutPayments.describe('checkout page while payments are not configured', () => {
  testWithoutPayments(
    'says so, offers a call and the contact details, tells the owner who wanted to pay, and requests nothing from Stripe',
    async ({ page, server }) => {
      const stripeRequests: string[] = [];
      page.on('request', (request) => {
        if (/stripe/i.test(request.url())) stripeRequests.push(request.url());
      });
      await server.api.signIn();
      await server.api.patch('/api/settings', { phone: '(512) 555-0148' });
      const packages = (await server.api.get('/api/packages')).body as { id: string }[];
      const { id: packageId } = packages[0] ?? {};
      const lead = { ...sampleLead, companyName: 'Wants To Pay', interestedPackage: null };
      const { id: leadId } = (await server.api.post('/api/leads', lead)).body as { id: string };
      await visit(page, `/checkout?leadId=${leadId}&packageId=${packageId}`);
      await expect(toast(page)).toContainText('Payment Not Available');
      await expect(toast(page)).toContainText(
        'Payment processing is not configured. Please contact support.',
      );
      const main = page.getByRole('main');
      await expect(main).toContainText(
        'Payment processing is not available at this time. Please contact support to complete your purchase.',
      );
      await expect(main.getByRole('link', { name: 'Book your call' })).toHaveAttribute(
        'href',
        `/schedule#lead=${leadId}`,
      );
      await expect(main.getByRole('link', { name: '(512) 555-0148' })).toHaveAttribute(
        'href',
        'tel:5125550148',
      );
      await expect(main.locator('a[href^="mailto:"]').first()).toBeVisible();
      await server.smtp.find(({ subject }) => subject === 'Wanted to pay: Wants To Pay');
      expect(stripeRequests).toEqual([]);
      await expectNoViolations(page, { within: 'main' });
    },
  );

  testWithoutPayments(
    'has a Content-Security-Policy without Stripe and is neither cached nor indexed',
    async ({ server }) => {
      const { headers } = await server.api.get('/checkout?leadId=a&packageId=b');
      expect(headers.get('content-security-policy')).not.toContain('stripe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    },
  );

  testWithoutPayments(
    'redirects to the home page with an explanation when a part of the query is missing',
    async ({ page }) => {
      for (const query of ['', '?leadId=a', '?packageId=b', '?leadId=&packageId=b']) {
        await page.goto(`/checkout${query}`);
        const message = /Missing Information.*Lead ID and Package ID are required/;
        await expect(toast(page), query).toContainText(message);
        await expect(page).toHaveURL('/');
      }
    },
  );
});

test.describe('checkout page', () => {
  test('shows the package, its features, the amount, and the card form, but no personal data', async ({
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

  test('is the only page whose Content-Security-Policy allows Stripe', async ({
    server,
    checkout,
  }) => {
    const fetchPolicy = async (path: string) =>
      (await server.api.get(path)).headers.get('content-security-policy') ?? '';
    const policy = await fetchPolicy(checkout);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
    expect(policy).toContain("connect-src 'self' https://api.stripe.com");
    expect(policy).not.toContain('unsafe');
    for (const path of ['/', '/talent', '/payment-success', '/admin']) {
      expect(await fetchPolicy(path), path).not.toContain('stripe');
    }
  });

  test('loads as a new document when it is reached by client-side navigation', async ({
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

  test.describe('when opened more than once', () => {
    test.use({ allowErrors: /status of 409/ });

    test('continues the same payment after a reload, in a second tab, and after going back', async ({
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
      await mockStripeScript(other, stripe);
      await visit(other, checkout);
      await expect(other.getByLabel('Card number')).toBeVisible();
      await page.goto('/');
      await page.goBack();
      await expect(page.getByLabel('Card number')).toBeVisible();
      expect(stripe.intents.size).toBe(1);
      await pay(page);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      // The other tab still shows the card form. It leads to the result, and then says that it is paid.
      await pay(other);
      await expect(other.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      await other.goto(checkout);
      await expect(other.getByRole('alert')).toContainText('already paid for');
      expect(stripe.intents.size).toBe(1);
    });
  });

  test('shows why a card was declined and accepts another one', async ({
    page,
    stripe,
    checkout,
  }) => {
    await visit(page, checkout);
    await pay(page, cards.declined);
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await expectNoViolations(page, { within: 'main' });
    await page.goto(`/payment-success?payment_intent=${stripe.only().id}`);
    await expect(page.getByRole('main')).toContainText(
      'The card was declined. Nothing was charged.',
    );
    await page.getByRole('link', { name: 'Back to Payment' }).click();
    await pay(page, cards.good);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(stripe.intents.size).toBe(1);
  });

  test.describe('on errors', () => {
    test.use({ allowErrors: /status of (400|404|409|503)|net::ERR_/ });

    test('shows an error with a link home for an unknown lead or package', async ({
      page,
      stripe,
    }) => {
      await visit(page, '/checkout?leadId=nobody&packageId=nothing');
      await expect(page.getByRole('alert')).toContainText('This payment link is not valid.');
      await expect(page.getByRole('alert').getByRole('link')).toHaveText('Return to Home');
      expect(stripe.calls).toEqual([]);
      await expectNoViolations(page, { within: 'main' });
    });

    test('leads to the result of a payment whose response was lost, as soon as Stripe can be asked', async ({
      page,
      stripe,
      checkout,
    }) => {
      await page.route('https://api.stripe.com/*', (route) => route.abort(), { times: 1 });
      await visit(page, checkout);
      await pay(page, cards.unreported);
      await expect(page.getByRole('alert')).toHaveText(
        'Your payment is not confirmed. Please try again; you won’t be charged twice.',
      );
      await pay(page, cards.unreported);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      expect(stripe.intents.size).toBe(1);
    });

    test('shows an error when the payment or the Stripe script fails to load, and "Try Again" loads it and keeps the focus', async ({
      page,
      stripe,
      checkout,
    }) => {
      // The Stripe library itself tries twice.
      for (const [url, times, message] of [
        ['**/api/payments', 1, "This payment can't be started"],
        ['https://js.stripe.com/**', 2, 'The card form could not be loaded.'],
      ] as const) {
        await page.route(url, (route) => route.abort(), { times });
        await visit(page, checkout);
        await expect(page.getByRole('alert')).toContainText(message);
        await page.getByRole('button', { name: 'Try Again' }).press('Enter');
        await expect(page.getByLabel('Card number')).toBeVisible();
        await expect(page.getByRole('region', { name: 'Payment' })).toBeFocused();
        expect(stripe.intents.size).toBe(1);
      }
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shows the package and says that paying needs JavaScript', async ({ page, checkout }) => {
      await page.goto(checkout);
      await expect(page.getByRole('heading', { name: 'Full PM' })).toBeVisible();
      // Playwright's locators ignore the contents of <noscript>.
      expect(await page.content()).toContain('Paying by card needs JavaScript.');
    });
  });
});
