import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerBytes, acceptedEncodings } from './answer-bytes.server';
import type { Answer, AnswerCache } from './answer-cache.server';

declare module 'fastify' {
  interface FastifyReply {
    /** The cached bytes that this reply sends, when their key is the request's address as it came. */
    cachedBytes: AnswerBytes | undefined;
  }
}

/** The reply, as a handler's return value: Fastify's types would want what the route's schema describes. */
type Sent = FastifyReply & undefined;

interface CachedReply {
  cache: AnswerCache;
  /** The path, and the normalized query that the answer depends on: nothing else of the address reaches it. */
  key: string;
  type: string;
  status?: number;
  /** What is kept, for the header `Cache-Status`. */
  of: 'pages' | 'lists';
  /** Makes the answer when it is not kept. */
  make: () => Promise<Answer>;
}

/**
 * Sends a kept answer in the encoding that the client takes, or 304 when it has it already. Browsers and
 * proxies keep it and ask each time whether it is still good: a change shows at once.
 */
export async function sendCached(
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  { cache, key, type, status = 200, of, make }: CachedReply,
): Promise<Sent> {
  const { bytes, status: cacheStatus } = await cache.read(key, make);
  reply.header('Cache-Status', `${of}; ${cacheStatus}`);
  // Next time it can be sent without looking at more than the address (answer-front).
  if (status === 200 && cacheStatus === 'hit' && request.raw.url === key) reply.cachedBytes = bytes;
  return sendBytes(request, reply, { bytes, type, status });
}

/** Sends cached bytes in the best encoding that the client accepts, or 304 when its copy is current. */
export async function sendBytes(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { bytes, type, status = 200 }: { bytes: AnswerBytes; type: string; status?: number },
): Promise<Sent> {
  reply.code(status).headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  const known = bytes.knownTag(request.headers['if-none-match']);
  if (known && status === 200) return reply.code(304).header('ETag', known).send() as Sent;
  const form = await bytes.form(acceptedEncodings(request.headers['accept-encoding']));
  if (form.encoding !== 'identity') reply.header('Content-Encoding', form.encoding);
  return reply.header('ETag', form.etag).type(type).send(form.body) as Sent;
}
