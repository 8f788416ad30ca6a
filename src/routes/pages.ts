import { trimSlashes } from '../lib/trim-slashes';
import { type Page, settingsPath } from './page';

export const adminPage: Page = {
  path: '/admin',
  title: 'Admin',
  load: () => import('./admin/AdminPage'),
};

export const loginPage: Page = {
  path: '/admin/login',
  title: 'Admin sign-in',
  load: () => import('./admin/LoginPage'),
};

export const settingsPage: Page = {
  // The same component, so that it stays mounted between the two pages.
  ...adminPage,
  path: settingsPath,
  title: 'Settings',
};

export const checkoutPage: Page = {
  path: '/checkout',
  title: 'Checkout',
  load: () => import('./checkout/CheckoutPage'),
  requiresFullLoad: true,
};

export const coverPage: Page = {
  path: '/cover',
  title: 'Cover My Day',
  load: () => import('./cover/CoverPage'),
  isIndexed: true,
  isTracked: true,
  // Only the server reads the plan in the address.
  requiresFullLoad: true,
};

export const homePage: Page = {
  path: '/',
  title: 'every open hour, covered',
  contentUrl: '/api/pages/home',
  load: () => import('./home/HomePage'),
  isIndexed: true,
  isTracked: true,
};

export const inquiryPage: Page = {
  path: '/enquiry',
  title: 'Contact us',
  load: () => import('./inquiry/InquiryPage'),
  isTracked: true,
};

export const notFoundPage: Page = {
  path: '*',
  title: '404 Page Not Found',
  load: () => import('./not-found/NotFoundPage'),
  isTracked: true,
};

export const paymentSuccessPage: Page = {
  path: '/payment-success',
  title: 'Your payment',
  load: () => import('./payment-success/PaymentSuccessPage'),
};

export const privacyPage: Page = {
  path: '/privacy',
  title: 'Privacy',
  contentUrl: '/api/pages/privacy',
  load: () => import('./privacy/PrivacyPage'),
  isIndexed: true,
  isTracked: true,
};

export const schedulePage: Page = {
  path: '/schedule',
  title: 'Schedule a Discovery Call',
  load: () => import('./schedule/SchedulePage'),
  isIndexed: true,
  isTracked: true,
};

export const talentPage: Page = {
  path: '/talent',
  title: 'Browse Talent',
  contentUrl: '/api/pages/talent',
  load: () => import('./talent/TalentPage'),
  isIndexed: true,
  isTracked: true,
};

export const pages: readonly Page[] = [
  homePage,
  coverPage,
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
