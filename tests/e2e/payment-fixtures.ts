import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sampleLead } from '../samples';
import { type SignedEvent, type StripeTestServer, startStripe } from '../stripe';
import { test as base, expect } from './fixtures';

export { expect };

/** What Stripe's script does with the card whose number ends so. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Pays, but the browser never comes back. */
  lost: '4000000000009999',
} as const;

/**
 * Stands in for Stripe's own script: one field for the number, and `confirmPayment` that pays at the
 * test's Stripe and leaves for the return address, with what Stripe adds to it.
 */
const script = `
window.Stripe = () => ({
  elements: ({ clientSecret }) => {
    const listeners = {};
    const tell = (name) => queueMicrotask(() => (listeners[name] || []).forEach((one) => one({})));
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
        tell('ready');
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
    const outcome = await window.atStripe(intent, elements.field.value);
    if (outcome === 'declined') return { error: { message: 'Your card was declined.' } };
    if (outcome === 'lost') return new Promise(() => {});
    const address = new URL(confirmParams.return_url);
    address.searchParams.set('payment_intent', intent);
    address.searchParams.set('payment_intent_client_secret', clientSecret);
    address.searchParams.set('redirect_status', 'succeeded');
    location.assign(address);
    return new Promise(() => {});
  },
  createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
  registerAppInfo() {}, _registerWrapper() {},
});
window.Stripe.version = 'endive';
`;

/** Answers Stripe's script in a page; what its customer does is done at the test's Stripe. */
export async function standIn(page: Page, stripe: StripeTestServer): Promise<void> {
  await page.exposeFunction('atStripe', (intent: string, card: string) => {
    if (card === cards.declined) {
      stripe.decline(intent);
      return 'declined';
    }
    stripe.pay(intent);
    return card === cards.lost ? 'lost' : 'paid';
  });
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

interface Payments {
  stripe: StripeTestServer;
  /** The email of the lead that pays. */
  email: string;
  /** The address of a new lead's payment for 'Full PM', which it has chosen. */
  checkout: string;
  /** Delivers an event to the site's webhook. */
  deliver: (event: SignedEvent) => Promise<number>;
}

/** A site that takes payments, through a Stripe of the test's own. */
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

  stripe: async ({ stripeServer, page }, use) => {
    stripeServer.intents.clear();
    stripeServer.calls.length = 0;
    await standIn(page, stripeServer);
    await use(stripeServer);
  },

  // The tests of a file share a site, which sends a mailbox no more than a few mails an hour.
  email: ({}, use) => use(`${randomUUID()}@haldenskin.example`),

  checkout: async ({ server, email }, use) => {
    server.smtp.reset();
    const { body } = await server.api.post('/api/leads', { ...sampleLead, email });
    // The enquiry's own: what comes after them is of the payment.
    await server.smtp.received(2);
    const packages = (await server.api.get('/api/packages')).body as { id: string; name: string }[];
    const chosen = packages.find(({ name }) => name === sampleLead.interestedPackage);
    const { id } = body as { id: string };
    await use(`/checkout?${new URLSearchParams({ leadId: id, packageId: chosen?.id ?? '' })}`);
  },

  deliver: ({ server }, use) =>
    use(async ({ payload, headers }) => {
      const answer = await fetch(`${server.url}/api/stripe/webhook`, {
        method: 'POST',
        headers,
        body: payload,
      });
      return answer.status;
    }),
});

/** Fills in a card and presses the button. */
export async function pay(page: Page, card: string = cards.good): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: 'Pay $1,000' }).click();
}
