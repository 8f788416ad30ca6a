import { toUrl, usePreloaded } from '../../lib/query-cache';
// Types only, so that showing a page does not load zod.
import type { PublicPages } from './public-contract';

/** The query key of a page's texts. */
export const pageContentKey = (page: keyof PublicPages) => ['/api/pages', page] as const;

/** Returns the texts of a page. */
export const usePageContent = <P extends keyof PublicPages>(page: P) =>
  // Loaded before the page is shown, so never undefined.
  usePreloaded<PublicPages[P]>(toUrl(pageContentKey(page))) as PublicPages[P];
