import type { ComponentType } from 'react';

/** Here, because the admin's components can't import the pages, which import them. */
export const settingsPath = '/admin/settings';

/**
 * The properties of a page that the browser needs. Those for the server are in
 * `pages.server.ts`.
 */
export interface Page {
  path: string;
  /** The document's title, before the site's name. On the home page it comes after the name. */
  title: string;
  /** The URL of the texts that the owner can change. They are loaded before the page is shown. */
  contentUrl?: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Whether search engines may list it. If so, it has a canonical URL and is in the sitemap. */
  isIndexed?: true;
  /**
   * Whether visits are counted and reported to the analytics platforms. Never for the admin's
   * pages, nor where the URL belongs to one visitor, such as that of a payment.
   */
  isTracked?: true;
  /**
   * Whether only the server can open it, because it sends headers or data that the page depends on.
   */
  requiresFullLoad?: true;
}
