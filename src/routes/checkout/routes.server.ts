import type { PageSender } from '../../app/ssr/pages.plugin.server';
import type { CheckoutSetup } from '../../features/payments/checkout-setup';
import type { Environment } from '../../foundation/settings/environment.server';
import type { Api } from '../../http/api.server';
import {
  createSecurityHeadersHook,
  type ThirdPartySources,
} from '../../http/security-headers.server';
import { findPage } from '../pages';

/** The origins that Stripe.js needs (docs.stripe.com/security/guide, content security policy). */
const stripeSources: ThirdPartySources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The payment page. It alone may run Stripe's code, and it alone learns the publishable key; the rest
 * of the site has a policy without foreign origins.
 */
export function registerCheckoutPage(
  api: Api,
  sendPage: PageSender,
  environment: Environment,
): void {
  const page = findPage('/checkout');
  const setup: CheckoutSetup = { publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? null };
  api.get(
    page.path,
    {
      config: { access: 'public' },
      schema: { hide: true },
      onRequest: createSecurityHeadersHook(
        environment,
        environment.STRIPE_SECRET_KEY === undefined ? {} : stripeSources,
      ),
    },
    (request, reply) =>
      sendPage(page, request, reply, {
        preload: (queryCache) => queryCache.set('checkout', setup),
      }),
  );
}
