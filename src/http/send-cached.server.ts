import type { FastifyReply, FastifyRequest } from 'fastify';
import { getAcceptedEncodings, type ResponseBody } from './response-body.server';
import type { RenderedResponse, ResponseCache } from './response-cache.server';

declare module 'fastify' {
  interface FastifyReply {
    /** The cached bytes that this reply sends, when their key is the request's address as it came. */
    cachedBody: ResponseBody | undefined;
  }
}

/** The reply, as a handler's return value: Fastify's types would want what the route's schema describes. */
type SentReply = FastifyReply & undefined;

interface CachedReplyOptions {
  cache: ResponseCache;
  /** The path, and the normalized query that the answer depends on: nothing else of the address reaches it. */
  key: string;
  type: string;
  status?: number;
  /** What is kept, for the header `Cache-Status`. */
  cacheName: 'pages' | 'lists';
  /** Makes the answer when it is not kept. */
  render: () => Promise<RenderedResponse>;
}

/**
 * Sends a kept answer in the encoding that the client takes, or 304 when it has it already. Browsers and
 * proxies keep it and ask each time whether it is still good: a change shows at once.
 */
export async function sendCached(
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  { cache, key, type, status = 200, cacheName, render }: CachedReplyOptions,
): Promise<SentReply> {
  const { body, status: cacheStatus } = await cache.getOrRender(key, render);
  reply.header('Cache-Status', `${cacheName}; ${cacheStatus}`);
  // Next time it can be sent without looking at more than the address (answer-front).
  if (status === 200 && cacheStatus === 'hit' && request.raw.url === key) reply.cachedBody = body;
  return sendBody(request, reply, { body, type, status });
}

/** Sends cached bytes in the best encoding that the client accepts, or 304 when its copy is current. */
export async function sendBody(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { body, type, status = 200 }: { body: ResponseBody; type: string; status?: number },
): Promise<SentReply> {
  reply.code(status).headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  const matchedEtag = body.matchEtag(request.headers['if-none-match']);
  if (matchedEtag && status === 200)
    return reply.code(304).header('ETag', matchedEtag).send() as SentReply;
  const representation = await body.negotiate(
    getAcceptedEncodings(request.headers['accept-encoding']),
  );
  if (representation.encoding !== 'identity')
    reply.header('Content-Encoding', representation.encoding);
  return reply
    .header('ETag', representation.etag)
    .type(type)
    .send(representation.body) as SentReply;
}
