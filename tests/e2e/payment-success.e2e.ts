import type { Page, Route } from '@playwright/test';
import { sampleLead } from '../support/samples';
import { dialogSelector, expectNoViolations } from './axe';
import { test as testWithoutPayments } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast, visit } from './lead-form';
import { openLead } from './leads';
import { turnMailOff } from './mail-off';
import { cards, expect, pay, test } from './payment-fixtures';

const successful = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });
const notConfirmed = (page: Page) => page.getByRole('heading', { name: 'Payment Not Confirmed' });
const confirmationSubject = /payment of \$1,000 received/;

/** Starts a payment without paying. @returns the URL that Stripe would redirect back to */
async function startPayment(
  page: Page,
  checkout: string,
  getIntent: () => { id: string },
): Promise<string> {
  await visit(page, checkout);
  await expect(page.getByLabel('Card number')).toBeVisible();
  return `/payment-success?payment_intent=${getIntent().id}`;
}

testWithoutPayments.use({ sharedSite: 'demo content' });

testWithoutPayments(
  '/payment-success without payment_intent redirects to the home page with an error',
  async ({ page }) => {
    await page.goto('/payment-success?leadId=a');
    await expect(toast(page)).toContainText(/Invalid Payment.*No payment information found/);
    await expect(page).toHaveURL('/');
  },
);

test.describe('/payment-success', () => {
  test('verifies the payment after the redirect, explains the next steps and sends one confirmation email', async ({
    page,
    server,
    stripe,
    checkout,
    email,
  }) => {
    await visit(page, checkout);
    const release = await holdRequests(page, '**/api/payment-success');
    await pay(page);
    await expect(page.getByText('Verifying your payment...')).toBeVisible();
    // The client secret is removed from the address before the verification.
    await expect(page).toHaveURL(`/payment-success?payment_intent=${stripe.only().id}`);
    await expectNoViolations(page, { within: 'main' });
    release();
    await expect(successful(page)).toBeVisible();
    const main = page.getByRole('main');
    for (const text of [
      'confirmation email',
      'within 24 hours',
      'onboarding kickoff',
      'dedicated project manager',
      'hello@localhost',
    ]) {
      await expect(main).toContainText(text, { ignoreCase: true });
    }
    await expectNoViolations(page, { within: 'main' });
    await main.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');

    const isConfirmation = ({ to, subject }: { to: string; subject: string }) =>
      to === email && confirmationSubject.test(subject);
    await server.smtp.find(isConfirmation);
    expect((await server.smtp.received(0)).filter(isConfirmation)).toHaveLength(1);
  });

  test('shows the owner the payment and a link to Stripe when only the webhook arrives', async ({
    page,
    server,
    signIn,
    stripe,
    email,
    checkout,
    deliver,
  }) => {
    await visit(page, checkout);
    await pay(page, cards.lost);
    const { id } = stripe.only();
    await expect.poll(() => stripe.only().status).toBe('succeeded');
    expect(await deliver(stripe.event('payment_intent.succeeded', id))).toBe(200);
    await server.smtp.find(({ to, subject }) => to === email && confirmationSubject.test(subject));

    await signIn();
    const lead = await openLead(page, sampleLead.companyName);
    const payments = lead.getByRole('region', { name: 'Payments' });
    await expect(payments).toContainText('$1,000');
    await expect(payments).toContainText('Full PM');
    await expect(payments).toContainText('succeeded');
    await expect(payments.getByRole('link', { name: /^View in Stripe/ })).toHaveAttribute(
      'href',
      `https://dashboard.stripe.com/test/payments/${id}`,
    );
    await expect(lead.getByRole('list', { name: 'Emails' })).toContainText(
      /Payment confirmation to the contact: sent \d{1,2}(:\d\d)?\s[ap]m/,
    );
    await expectNoViolations(page, { within: dialogSelector });
  });

  test('does not confirm an unpaid payment, and confirms it on Try Again once it is paid', async ({
    page,
    stripe,
    checkout,
  }) => {
    await page.goto(await startPayment(page, checkout, stripe.only));
    await expect(notConfirmed(page)).toBeVisible();
    await expect(toast(page)).toContainText('Payment Verification Failed');
    await expect(toast(page)).toContainText('Your payment is not confirmed yet.');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
    await expectNoViolations(page, { within: 'main' });
    stripe.pay(stripe.only().id);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(successful(page)).toBeFocused();
  });

  test.describe('failed verification request', () => {
    test.use({ allowErrors: /net::ERR_|status of 500/ });

    test('shows an error after a network failure, a 500 and a rejection without a message, and succeeds on the next try', async ({
      page,
      stripe,
      checkout,
    }) => {
      const failures = [
        {
          message: /Error.*Failed to verify payment/,
          answer: (route: Route) => route.abort(),
        },
        {
          message: /Error.*Failed to verify payment/,
          answer: (route: Route) => route.fulfill({ status: 500, body: 'broken' }),
        },
        {
          message: /Payment Verification Failed.*Could not verify payment/,
          answer: (route: Route) => route.fulfill({ json: { success: false, message: '' } }),
        },
      ];
      const returnAddress = await startPayment(page, checkout, stripe.only);
      // Paid while its page is closed.
      stripe.pay(stripe.only().id);
      let times = 0;
      await page.route('**/api/payment-success', (route) => {
        const failure = failures[times];
        times += 1;
        return failure ? failure.answer(route) : route.continue();
      });
      await page.goto(returnAddress);
      for (const { message } of failures) {
        await expect(toast(page)).toContainText(message);
        await expect(notConfirmed(page)).toBeVisible();
        await toast(page).getByRole('button', { name: 'Close' }).click();
        await expect(toast(page)).toHaveCount(0);
        await page.getByRole('button', { name: 'Try Again' }).click();
      }
      await expect(successful(page)).toBeVisible();
      expect(times).toBe(4);
    });
  });
});

testWithoutPayments(
  '/payment-success while email is turned off says that no confirmation email is sent',
  async ({ page }) => {
    await turnMailOff(page, '/payment-success?*');
    await page.route('**/api/payment-success', (route) =>
      route.fulfill({ json: { success: true } }),
    );
    await page.goto('/payment-success?payment_intent=pi_1');
    await expect(successful(page)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('no confirmation email is sent');
    await expect(main).not.toContainText('on its way');
  },
);
