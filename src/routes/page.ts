import type { ComponentType } from 'react';

/** The facts of a page that the browser needs. What only the server needs is in its `.page.server.ts`. */
export interface Page {
  path: string;
  /** The document's title, before the site's name. The home page's stands after it. */
  title: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Search engines may list it: it has a canonical URL, and is in the sitemap. */
  isIndexed?: true;
  /**
   * Visits are counted, and reported to the analytics platforms. Never for the admin's pages, nor where
   * the URL belongs to one visitor, such as that of a payment.
   */
  isTracked?: true;
  /** Only the server can open it, because it sends headers or data that the page depends on. */
  requiresFullLoad?: true;
}
