import type { ComponentType } from 'react';
import type { CollectionPath } from '../collections';

/** One screen: its address, its component, and what the server reads into it before it is sent. */
export interface Page {
  path: string;
  /** The document's title, before the site's name; the home page's stands after it. */
  title: string;
  /** What search results and shared links say of it, in about 150 characters. */
  description?: string;
  /** The picture of a shared link, when it is not the home page's. */
  shareImage?: 'talent';
  /** Its component's file under `src/pages`, without the ending. */
  component: string;
  reads: readonly CollectionPath[];
  /** The parameters of the address's query that it is rendered with; any other changes nothing. */
  query?: readonly string[];
  /** `private` pages are for the owner or for one visitor: never indexed, never cached. */
  audience: 'public' | 'private';
  /** Comes as a document of its own, never by a change within another: what the server sends with it counts. */
  ownDocument?: true;
}

export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'every open hour, covered',
    description:
      'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.',
    component: 'home/HomePage',
    reads: ['stats', 'talents', 'case-studies', 'packages'],
    audience: 'public',
  },
  {
    path: '/talent',
    title: 'Browse Talent',
    description:
      'Bilingual receptionists, assistants, operations managers and support people who have worked a franchise desk. Filter by role, industry, seniority and tools.',
    shareImage: 'talent',
    component: 'talent/TalentPage',
    reads: ['talents', 'packages'],
    query: ['role', 'industry', 'seniority', 'skills', 'page', 'shortlist'],
    audience: 'public',
  },
  {
    path: '/schedule',
    title: 'Schedule a Discovery Call',
    description:
      'Pick a time for a 30-minute discovery call: which hours nobody covers at your locations, who could, and what it costs. No account, no commitment.',
    component: 'schedule/SchedulePage',
    reads: ['packages'],
    query: ['embed'],
    audience: 'public',
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description:
      'What we keep when you send an enquiry, why, for how long, who sees it, and how to have it erased. No tracking without your consent.',
    component: 'privacy/PrivacyPage',
    reads: ['packages'],
    audience: 'public',
  },
  {
    path: '/enquiry',
    title: 'Contact us',
    description:
      'Tell us about your locations and the hours nobody covers. We answer within 24 hours; no commitment required.',
    component: 'enquiry/EnquiryPage',
    reads: ['packages', 'talents'],
    audience: 'private',
  },
  {
    path: '/checkout',
    title: 'Checkout',
    component: 'checkout/CheckoutPage',
    reads: ['packages'],
    audience: 'private',
    ownDocument: true,
  },
  {
    path: '/payment-success',
    title: 'Your payment',
    component: 'payment-success/PaymentSuccessPage',
    reads: ['packages'],
    audience: 'private',
  },
  {
    path: '/admin/login',
    title: 'Admin sign-in',
    component: 'admin/LoginPage',
    reads: [],
    audience: 'private',
  },
  {
    path: '/admin',
    title: 'Admin',
    component: 'admin/AdminPage',
    reads: [],
    audience: 'private',
  },
];

export const notFoundPage: Page = {
  path: '*',
  title: '404 Page Not Found',
  component: 'not-found/NotFoundPage',
  reads: ['packages'],
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
