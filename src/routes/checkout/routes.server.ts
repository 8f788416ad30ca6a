import type { CheckoutSetup } from '../../features/payments/checkout-setup';
import { definePlugin } from '../../foundation/settings/define-plugin.server';
import {
  createSecurityHeadersHook,
  type ThirdPartySources,
} from '../../http/security-headers.server';
import { findPage } from '../pages';
import '../send-page.server';

/** The origins that Stripe.js needs (docs.stripe.com/security/guide, content security policy). */
const stripeSources: ThirdPartySources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The payment page. It alone may run Stripe's code, and it alone gets the publishable key; the
 * content-security policy of the other pages does not allow Stripe.
 */
export const checkoutPagePlugin = definePlugin(
  { name: 'checkout-page', dependencies: ['route-access', 'pages'] },
  (app, { environment }) => {
    const page = findPage('/checkout');
    const setup: CheckoutSetup = { publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? null };
    app.get(
      page.path,
      {
        config: { access: 'public' },
        schema: { hide: true },
        onRequest: createSecurityHeadersHook(
          environment,
          environment.STRIPE_SECRET_KEY === undefined ? {} : stripeSources,
        ),
      },
      (_, reply) =>
        reply.sendPage(page, { preload: (queryCache) => queryCache.set('checkout', setup) }),
    );
  },
);
