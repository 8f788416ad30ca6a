import { usePreloaded } from '../../lib/query-cache';
// Types only, so that showing a page does not load zod.
import type { PublicPages } from './public-contract';

/** Returns the URL of a page's texts. */
export const getContentUrl = (page: keyof PublicPages): string => `/api/pages/${page}`;

/** Returns the texts of a page. */
export const usePageContent = <P extends keyof PublicPages>(page: P) =>
  // Loaded before the page is shown, so never undefined.
  usePreloaded<PublicPages[P]>(getContentUrl(page)) as PublicPages[P];
