import { queryPackages, type ServerPage } from '../page.server';
import { paymentSuccessPage } from './payment-success.page';

export const paymentSuccessServerPage: ServerPage = {
  page: paymentSuccessPage,
  file: 'src/routes/payment-success/PaymentSuccessPage.tsx',
  audience: 'private',
  listQueries: queryPackages,
};
