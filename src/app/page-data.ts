import type { Site } from '../lib/site';

/** What a page carries from the server to the browser, as JSON that is never executed. */
export interface PageData {
  site: Site;
  /** What the page was rendered with, by address. */
  reads: [address: string, data: unknown][];
}
