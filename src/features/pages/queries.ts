import { toUrl, usePreloaded } from '../../lib/query-cache';
// Types only, so that showing a page does not load zod.
import type { PublicPages } from './public-contract';

/** The query key of a page's texts. */
export const pageContentKey = (page: keyof PublicPages) => ['/api/pages', page] as const;

/** Returns the texts of a page. They are loaded before the page is shown. */
export function usePageContent<P extends keyof PublicPages>(page: P): PublicPages[P] {
  const content = usePreloaded<PublicPages[P]>(toUrl(pageContentKey(page)));
  if (!content) throw new Error(`The texts of ${page} are missing.`);
  return content;
}
