import type { Page } from '../page';

export const paymentSuccessPage: Page = {
  path: '/payment-success',
  title: 'Your payment',
  load: () => import('./PaymentSuccessPage'),
};
