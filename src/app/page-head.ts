import type { Site } from '../lib/site';
import { notFoundPage, type Page } from '../routes/pages';

/** What the tab, the history and a search result call a page. */
export const formatDocumentTitle = ({ path, title }: Page, { name }: Site): string =>
  path === '/' ? `${name}: ${title}` : `${title} · ${name}`;

/** Whether search engines may list a page. */
export const isIndexed = (page: Page): boolean =>
  page.audience === 'public' && page !== notFoundPage;

/** A page's one address, whatever query it was asked with: filters and campaign marks are no pages. */
export const buildCanonicalUrl = ({ path }: Page, { url }: Site): string => url + path;

/** Brings what the browser shows and shares of a document up to date, after a page change without loading. */
export function updateHead(page: Page, site: Site): void {
  document.title = formatDocumentTitle(page, site);
  // The share menu of a phone sends this address, not the one in the address bar.
  document.querySelector('link[rel="canonical"]')?.remove();
  if (!isIndexed(page)) return;
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = buildCanonicalUrl(page, site);
  document.head.append(link);
}
