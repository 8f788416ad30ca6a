import type { QueryKey } from '@tanstack/react-query';
import type { Site } from '../lib/site';

/** What a page carries from the server to the browser, as JSON that is never executed. */
export interface PageData {
  site: Site;
  /** What the queries hold that the page was rendered with. */
  queries: { key: QueryKey; data: unknown }[];
}
