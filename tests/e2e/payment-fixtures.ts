import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sampleLead } from '../support/samples';
import { type SignedEvent, type StripeTestServer, startStripe } from '../support/stripe';
import { test as base, expect } from './fixtures';

export { expect };

/** Test cards. The replacement for Stripe's script handles each one differently. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** The payment succeeds, but the browser never returns to the site. */
  lost: '4000000000009999',
  /** The payment succeeds, but Stripe's script reports a failed connection. */
  unreported: '4000000000008888',
} as const;

/**
 * Replaces Stripe.js: one field for the card number, and a `confirmPayment` that settles the
 * payment on the Stripe test server and redirects to the return URL with the same query parameters
 * as Stripe.
 */
const script = `
window.Stripe = () => ({
  elements: ({ clientSecret }) => {
    const listeners = {};
    const emit = (name) => queueMicrotask(() => (listeners[name] || []).forEach((listener) => listener({})));
    const field = document.createElement('input');
    const element = {
      on: (name, listener) => { (listeners[name] ||= []).push(listener); return element; },
      once: (name, listener) => element.on(name, listener),
      off: () => element,
      update: () => {}, unmount: () => {}, destroy: () => {}, collapse: () => {}, blur: () => {}, focus: () => {},
      mount: (node) => {
        const label = document.createElement('label');
        label.append('Card number ', field);
        field.className = 'in';
        node.append(label);
        emit('ready');
      },
    };
    return {
      clientSecret, field,
      create: () => element, getElement: () => null, update: () => {}, submit: async () => ({}),
      fetchUpdates: async () => ({}), on: () => {}, off: () => {},
    };
  },
  async confirmPayment({ elements, confirmParams }) {
    const { clientSecret } = elements;
    const intent = clientSecret.split('_secret_')[0];
    const outcome = await window.confirmAtStripe(intent, elements.field.value);
    if (outcome === 'declined') {
      return { error: { type: 'card_error', message: 'Your card was declined.' } };
    }
    if (outcome === 'repeated') {
      return { error: { type: 'invalid_request_error', message: 'You cannot confirm this PaymentIntent.' } };
    }
    if (outcome === 'unreported') {
      return { error: { type: 'api_connection_error', message: 'You have not been charged.' } };
    }
    if (outcome === 'lost') return new Promise(() => {});
    const address = new URL(confirmParams.return_url);
    address.searchParams.set('payment_intent', intent);
    address.searchParams.set('payment_intent_client_secret', clientSecret);
    address.searchParams.set('redirect_status', 'succeeded');
    location.assign(address);
    return new Promise(() => {});
  },
  async retrievePaymentIntent(clientSecret) {
    try {
      const response = await fetch('https://api.stripe.com/' + clientSecret.split('_secret_')[0]);
      return { paymentIntent: await response.json() };
    } catch {
      return { error: { type: 'api_connection_error' } };
    }
  },
  createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
  registerAppInfo() {}, _registerWrapper() {},
});
window.Stripe.version = 'endive';
`;

/** Serves the replacement for Stripe.js to a page and connects it to the Stripe test server. */
export async function mockStripeScript(page: Page, stripe: StripeTestServer): Promise<void> {
  await page.exposeFunction('confirmAtStripe', (intent: string, card: string) => {
    if (card === cards.declined) {
      stripe.decline(intent);
      return 'declined';
    }
    if (stripe.intents.get(intent)?.status === 'succeeded') return 'repeated';
    stripe.pay(intent);
    if (card === cards.unreported) return 'unreported';
    return card === cards.lost ? 'lost' : 'paid';
  });
  await page.route('https://api.stripe.com/*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: stripe.intents.get(new URL(route.request().url()).pathname.slice(1)),
    }),
  );
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

interface Payments {
  stripe: StripeTestServer;
  /** The email address of the lead that pays. */
  email: string;
  /** The checkout URL of a new lead that selected 'Full PM'. */
  checkout: string;
  /** Sends an event to the site's webhook. @returns the response's status */
  deliver: (event: SignedEvent) => Promise<number>;
}

/** A site that takes payments through its own Stripe test server. */
export const test = base.extend<Payments, { stripeServer: StripeTestServer }>({
  stripeServer: [
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],

  settings: ({ stripeServer }, use) => use(stripeServer.settings),
  sharedSite: 'demo content',

  stripe: async ({ stripeServer, page }, use) => {
    stripeServer.intents.clear();
    stripeServer.calls.length = 0;
    await mockStripeScript(page, stripeServer);
    await use(stripeServer);
  },

  // One domain per test: tests share a site, which limits the mails per hour to one address and domain.
  email: ({}, use) => use(`olga@${randomUUID()}.example`),

  checkout: async ({ server, email }, use) => {
    const { body } = await server.api.post('/api/leads', { ...sampleLead, email });
    const packages = (await server.api.get('/api/packages')).body as { id: string; name: string }[];
    const chosen = packages.find(({ name }) => name === sampleLead.interestedPackage);
    const { id } = body as { id: string };
    await use(`/checkout?${new URLSearchParams({ leadId: id, packageId: chosen?.id ?? '' })}`);
  },

  deliver: ({ server }, use) =>
    use(async ({ payload, headers }) => {
      const response = await fetch(`${server.url}/api/stripe/webhook`, {
        method: 'POST',
        headers,
        body: payload,
      });
      return response.status;
    }),
});

/** Fills in a card number and clicks the Pay button. */
export async function pay(page: Page, card: string = cards.good): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: 'Pay $1,000' }).click();
}
