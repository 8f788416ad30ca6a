import type { Site } from '../lib/site';
import type { ServerPage } from './page.server';

export interface SendPageOptions {
  status?: number;
  /** Data for this response only, by the key under which the page's components read it. */
  data?: Record<string, unknown>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public settings of this installation, as sent to the pages. */
    site: Site;
  }
  interface FastifyReply {
    /** Renders a page with its data, and sends it. */
    sendPage(page: ServerPage, options?: SendPageOptions): Promise<FastifyReply>;
  }
}
