import type { Site } from '../lib/site';
import type { Page } from '../routes/page';

/**
 * Formats the title that the tab, the history and search results show.
 * @param ownTitle the owner's, which stands alone
 */
export const formatDocumentTitle = (
  { path, title }: Page,
  { name }: Site,
  ownTitle?: string | null,
): string => ownTitle || (path === '/' ? `${name}: ${title}` : `${title} · ${name}`);

/**
 * A page's canonical URL, without the query: filters and campaign parameters are not pages of their
 * own.
 */
export const buildCanonicalUrl = ({ path }: Page, { url }: Site): string => url + path;

/** Updates the title and the canonical URL after a client-side navigation. */
export function updateHead(page: Page, site: Site, content?: { title?: string }): void {
  document.title = formatDocumentTitle(page, site, content?.title);
  // A phone's share menu sends the canonical URL, not the one in the address bar.
  document.querySelector('link[rel="canonical"]')?.remove();
  if (!page.isIndexed) return;
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = buildCanonicalUrl(page, site);
  document.head.append(link);
}
