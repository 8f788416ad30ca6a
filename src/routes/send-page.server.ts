import type { QueryCache } from '../lib/query-cache';
import type { Site } from '../lib/site';
import type { Page } from './pages';

export interface SendPageOptions {
  status?: number;
  preload?: (queryCache: QueryCache) => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public facts of this installation, as the pages receive them. */
    site: Site;
  }
  interface FastifyReply {
    /** Renders a page with its data, and sends it. */
    sendPage(page: Page, options?: SendPageOptions): Promise<FastifyReply>;
  }
}
