import { adminServerPage } from './admin/admin.page.server';
import { loginServerPage } from './admin/login.page.server';
import { settingsServerPage } from './admin/settings.page.server';
import { checkoutServerPage } from './checkout/checkout.page.server';
import { homeServerPage } from './home/home.page.server';
import { inquiryServerPage } from './inquiry/inquiry.page.server';
import type { ServerPage } from './page.server';
import { paymentSuccessServerPage } from './payment-success/payment-success.page.server';
import { privacyServerPage } from './privacy/privacy.page.server';
import { scheduleServerPage } from './schedule/schedule.page.server';
import { talentServerPage } from './talent/talent.page.server';

/** The server's properties of the pages in `pages.ts`, without the 404 page. */
export const serverPages: readonly ServerPage[] = [
  homeServerPage,
  talentServerPage,
  scheduleServerPage,
  privacyServerPage,
  inquiryServerPage,
  checkoutServerPage,
  paymentSuccessServerPage,
  loginServerPage,
  adminServerPage,
  settingsServerPage,
];
