import type { ComponentType } from 'react';
import { collectionKey } from '../collections/collection-queries';
import { everyone, readAddress } from '../collections/talents/talent-address';
import { browseKey } from '../collections/talents/talent-browser';
import { asksForShortlist } from '../features/shortlist/use-shortlist';

/** One screen: its address, its component, and what the server reads into it before it is sent. */
export interface Page {
  path: string;
  /** The document's title, before the site's name; the home page's stands after it. */
  title: string;
  /** Its component's file under `src/pages`, without the ending. */
  component: string;
  /** Keys of the queries that it is sent with, by its address's query: addresses of the API. */
  reads: (search: string) => readonly (readonly string[])[];
  /** The parameters of the address's query that it is rendered with; any other changes nothing. */
  query?: readonly string[];
  /** `private` pages are for the owner or for one visitor: never indexed, never cached. */
  audience: 'public' | 'private';
  /** Comes as a document of its own, never by a change within another: what the server sends with it counts. */
  ownDocument?: true;
}

const nothing = () => [];
const packages = collectionKey('packages');

export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'every open hour, covered',
    component: 'home/HomePage',
    reads: () => [
      collectionKey('stats'),
      browseKey(everyone),
      collectionKey('case-studies'),
      packages,
    ],
    audience: 'public',
  },
  {
    path: '/talent',
    title: 'Browse Talent',
    component: 'talent/TalentPage',
    // Whom the shortlist names the browser alone knows.
    reads: (search) =>
      asksForShortlist(search) ? [packages] : [browseKey(readAddress(search)), packages],
    query: ['role', 'industry', 'seniority', 'skills', 'page', 'shortlist'],
    audience: 'public',
  },
  {
    path: '/schedule',
    title: 'Schedule a Discovery Call',
    component: 'schedule/SchedulePage',
    reads: () => [packages],
    query: ['embed'],
    audience: 'public',
  },
  {
    path: '/privacy',
    title: 'Privacy',
    component: 'privacy/PrivacyPage',
    reads: () => [packages],
    audience: 'public',
  },
  {
    path: '/enquiry',
    title: 'Contact us',
    component: 'enquiry/EnquiryPage',
    reads: () => [packages],
    audience: 'private',
  },
  {
    path: '/checkout',
    title: 'Checkout',
    component: 'checkout/CheckoutPage',
    reads: () => [packages],
    audience: 'private',
    ownDocument: true,
  },
  {
    path: '/payment-success',
    title: 'Your payment',
    component: 'payment-success/PaymentSuccessPage',
    reads: () => [packages],
    audience: 'private',
  },
  {
    path: '/admin/login',
    title: 'Admin sign-in',
    component: 'admin/LoginPage',
    reads: nothing,
    audience: 'private',
  },
  {
    path: '/admin',
    title: 'Admin',
    component: 'admin/AdminPage',
    reads: nothing,
    audience: 'private',
  },
];

export const notFoundPage: Page = {
  path: '*',
  title: '404 Page Not Found',
  component: 'not-found/NotFoundPage',
  reads: () => [packages],
  audience: 'public',
};

/**
 * Whether visits to a page are counted, and platforms told of it: never of the admin's, nor of a page
 * whose address is one visitor's own, such as that of a payment.
 */
export const isMeasured = ({ audience, path }: Page): boolean =>
  audience === 'public' || path === '/enquiry';

const modules = import.meta.glob<{ default: ComponentType }>('../pages/*/*Page.tsx');

/** A page's file, as the build's manifest names it. */
export const pageFile = (page: Page): string => `src/pages/${page.component}.tsx`;

/** Loads a page's component. @throws when the table names a file that is not there */
export async function loadPage(page: Page): Promise<{ default: ComponentType }> {
  const load = modules[`../pages/${page.component}.tsx`];
  if (!load) throw new Error(`No page at ${pageFile(page)}`);
  return load();
}

/** The page at an address (without query), or the 404 page. A slash at the end is ignored. */
export function findPage(pathname: string): Page {
  const path = pathname.replace(/\/+$/, '') || '/';
  return pages.find((page) => page.path === path) ?? notFoundPage;
}
