import type { ComponentType } from 'react';

/** One screen: its address and its component. What the server reads into it: `page-reads.server.ts`. */
export interface Page {
  path: string;
  /** The document's title, before the site's name; the home page's stands after it. */
  title: string;
  /** Its component's file under `src/routes`, without the ending. */
  componentPath: string;
  /** `private` pages are for the owner or for one visitor: never indexed, never cached. */
  audience: 'public' | 'private';
  /** Comes as a document of its own, never by a change within another: what the server sends with it counts. */
  requiresFullLoad?: true;
}

export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'every open hour, covered',
    componentPath: 'home/HomePage',
    audience: 'public',
  },
  {
    path: '/talent',
    title: 'Browse Talent',
    componentPath: 'talent/TalentPage',
    audience: 'public',
  },
  {
    path: '/schedule',
    title: 'Schedule a Discovery Call',
    componentPath: 'schedule/SchedulePage',
    audience: 'public',
  },
  {
    path: '/privacy',
    title: 'Privacy',
    componentPath: 'privacy/PrivacyPage',
    audience: 'public',
  },
  {
    path: '/enquiry',
    title: 'Contact us',
    componentPath: 'inquiry/InquiryPage',
    audience: 'private',
  },
  {
    path: '/checkout',
    title: 'Checkout',
    componentPath: 'checkout/CheckoutPage',
    audience: 'private',
    requiresFullLoad: true,
  },
  {
    path: '/payment-success',
    title: 'Your payment',
    componentPath: 'payment-success/PaymentSuccessPage',
    audience: 'private',
  },
  {
    path: '/admin/login',
    title: 'Admin sign-in',
    componentPath: 'admin/LoginPage',
    audience: 'private',
  },
  {
    path: '/admin',
    title: 'Admin',
    componentPath: 'admin/AdminPage',
    audience: 'private',
  },
];

export const notFoundPage: Page = {
  path: '*',
  title: '404 Page Not Found',
  componentPath: 'not-found/NotFoundPage',
  audience: 'public',
};

/**
 * Whether visits to a page are counted, and platforms told of it: never of the admin's, nor of a page
 * whose address is one visitor's own, such as that of a payment.
 */
export const isTracked = ({ audience, path }: Page): boolean =>
  audience === 'public' || path === '/enquiry';

const pageModules = import.meta.glob<{ default: ComponentType }>('./*/*Page.tsx');

/** A page's file, as the build's manifest names it. */
export const getPageFile = (page: Page): string => `src/routes/${page.componentPath}.tsx`;

/** Loads a page's component. @throws when the table names a file that is not there */
export async function loadPage(page: Page): Promise<{ default: ComponentType }> {
  const load = pageModules[`./${page.componentPath}.tsx`];
  if (!load) throw new Error(`No page at ${getPageFile(page)}`);
  return load();
}

/** The page at an address (without query), or the 404 page. A slash at the end is ignored. */
export function findPage(pathname: string): Page {
  const path = pathname.replace(/\/+$/, '') || '/';
  return pages.find((page) => page.path === path) ?? notFoundPage;
}
