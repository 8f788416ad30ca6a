import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseBody } from './response-body.server';
import type { RenderedResponse, ResponseCache } from './response-cache.server';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
  interface FastifyReply {
    /** The cached body of this reply, if its cache key is exactly the requested URL. */
    cachedBody: ResponseBody | undefined;
  }
}

/** The reply as a handler's return value: Fastify's types expect what the schema describes. */
type SentReply = FastifyReply & undefined;

interface CachedReplyOptions {
  /** The path and the normalized query parameters that the response depends on. */
  key: string;
  type: string;
  status?: number;
  /** The name of the cache in the header `Cache-Status`. */
  cacheName: 'pages' | 'lists';
  render: () => Promise<RenderedResponse>;
}

/**
 * Sends a cached response, or renders and caches it. Browsers and proxies store it but revalidate
 * it on each request, so that a change shows at once.
 */
export async function sendCached(
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  { key, type, status = 200, cacheName, render }: CachedReplyOptions,
): Promise<SentReply> {
  const { body, status: cacheStatus } = await reply.server.responseCache.getOrRender(key, render);
  reply.header('Cache-Status', `${cacheName}; ${cacheStatus}`);
  // The fast path finds responses by the raw URL alone, so only these can be served by it.
  if (status === 200 && cacheStatus === 'hit' && request.raw.url === key) reply.cachedBody = body;
  return sendBody(request, reply, { body, type, status });
}

/** Sends a cached list as JSON, or reads and caches it. */
export const sendCachedList = (
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  { key, read }: { key: string; read: () => Promise<unknown> },
): Promise<SentReply> =>
  sendCached(request, reply, {
    key,
    type: 'application/json; charset=utf-8',
    cacheName: 'lists',
    render: async () => ({ text: JSON.stringify(await read()), isComplete: true }),
  });

/** Sends a body in the best encoding that the client accepts, or 304 when its copy is current. */
export async function sendBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { body, type, status = 200 }: { body: ResponseBody; type: string; status?: number },
): Promise<SentReply> {
  reply.code(status).headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  const matchedEtag = status === 200 ? body.matchEtag(headers['if-none-match']) : undefined;
  if (matchedEtag) reply.code(304).header('ETag', matchedEtag).send();
  else {
    const { encoding, etag, body: bytes } = await body.negotiate(headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    reply.header('ETag', etag).type(type).send(bytes);
  }
  // See `SentReply`.
  return reply as SentReply;
}
