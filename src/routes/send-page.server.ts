import type { Site } from '../lib/site';
import type { ServerPage } from './page.server';

export interface SendPageOptions {
  status?: number;
  /** Data for this response alone, by the key under which the page's components read it. */
  data?: Record<string, unknown>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public facts of this installation, as the pages receive them. */
    site: Site;
  }
  interface FastifyReply {
    /** Renders a page with the data that it reads, and sends it. */
    sendPage(page: ServerPage, options?: SendPageOptions): Promise<FastifyReply>;
  }
}
