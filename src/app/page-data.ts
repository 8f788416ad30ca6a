import type { Site } from '../lib/site';

/** The data that the server embeds in a page, as JSON that is never executed. */
export interface PageData {
  site: Site;
  /** The query results that the page was rendered with, by URL. */
  queries: [address: string, data: unknown][];
}
