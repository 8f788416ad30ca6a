import type { CheckoutSetup } from '../../features/payments/contract';
import type { ThirdPartySources } from '../../http/security-headers.server';
import { queryPackages, type ServerPage } from '../page.server';
import { checkoutPage } from './checkout.page';

/** The origins that Stripe.js needs (docs.stripe.com/security/guide, content security policy). */
const stripeSources: ThirdPartySources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The checkout page. Only this page may run Stripe's code, and only it gets the publishable key.
 * The analytics platforms that the other pages allow are not allowed where cards are entered.
 */
export const checkoutServerPage: ServerPage = {
  page: checkoutPage,
  file: 'src/routes/checkout/CheckoutPage.tsx',
  audience: 'private',
  listQueries: queryPackages,
  getSettings: ({ STRIPE_PUBLISHABLE_KEY = null, owner }) => ({
    checkout: {
      publishableKey: owner.takePayments ? STRIPE_PUBLISHABLE_KEY : null,
    } satisfies CheckoutSetup,
  }),
  getThirdPartySources: ({ STRIPE_SECRET_KEY }) =>
    STRIPE_SECRET_KEY === undefined ? {} : stripeSources,
};
