import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type ErrorCode, statusByCode } from '../lib/errors';
import { z } from '../lib/schema';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route. Every route says it; one that does not stops the start. */
    access?: 'public' | 'admin';
    /** Milliseconds in which its body must have come; 10 s unless it says otherwise. */
    bodyTimeoutMs?: number;
  }
}

/** The server as the routes see it: what a route's schemas say is what its handler gets. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

const errorBody = z
  .object({
    message: z.string(),
    code: z.enum(Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]]),
    fields: z.optional(z.record(z.string(), z.string())),
  })
  .register(z.globalRegistry, { id: 'Error', description: 'Response to a failed request.' });

/** The answers of a route that can fail in the given ways, for the API's description. */
export const describeErrors = (...codes: ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [statusByCode[code], errorBody]));

/** The id in an address. Bounded, and free of what no id has. */
export const idParams = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'Invalid id')) });

/** An answer without a body. */
export const noContent = z.undefined().register(z.globalRegistry, { description: 'Done' });

/** The header that leads to the next page of a list (RFC 8288). */
export function setNextLink(reply: FastifyReply, listUrl: string, cursor: string | null): void {
  if (cursor === null) return;
  const url = new URL(listUrl, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
