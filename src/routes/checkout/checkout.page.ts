import type { Page } from '../page';

export const checkoutPage: Page = {
  path: '/checkout',
  title: 'Checkout',
  load: () => import('./CheckoutPage'),
  requiresFullLoad: true,
};
