import { trimSlashes } from '../lib/trim-slashes';
import { adminPage } from './admin/admin.page';
import { loginPage } from './admin/login.page';
import { settingsPage } from './admin/settings.page';
import { checkoutPage } from './checkout/checkout.page';
import { homePage } from './home/home.page';
import { inquiryPage } from './inquiry/inquiry.page';
import { notFoundPage } from './not-found/not-found.page';
import type { Page } from './page';
import { paymentSuccessPage } from './payment-success/payment-success.page';
import { privacyPage } from './privacy/privacy.page';
import { schedulePage } from './schedule/schedule.page';
import { talentPage } from './talent/talent.page';

export const pages: readonly Page[] = [
  homePage,
  talentPage,
  schedulePage,
  privacyPage,
  inquiryPage,
  checkoutPage,
  paymentSuccessPage,
  loginPage,
  adminPage,
  settingsPage,
];

/** Finds the page at a path, or the 404 page. A trailing slash is ignored. */
export function findPage(pathname: string): Page {
  const path = trimSlashes(pathname) || '/';
  return (
    pages.find((page) => page.path === path) ??
    // The dashboard shows a lead's page, too.
    (path.startsWith('/admin/leads/') ? adminPage : notFoundPage)
  );
}
