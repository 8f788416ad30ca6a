import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  preHandlerHookHandler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ErrorCode } from '../lib/errors';
import { recordId, z } from '../lib/schema';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that the route authorizes. Without it, the server doesn't start. */
    access?: 'public' | 'admin';
    /** Timeout for the body to arrive; by default 10 s. */
    bodyTimeoutMs?: number;
    /** The errors of the route's handler, for the API documentation. It adds those of every route. */
    errors?: readonly ErrorCode[];
  }
}

/** The Fastify instance with the schemas' types in the handlers. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Returns a function that builds a route's options: who may call it, and its description in the API
 * documentation, under the given tag.
 */
export const describeRoutes =
  (tag: string) =>
  <S extends FastifySchema>(
    access: 'public' | 'admin',
    { errors, ...schema }: S & { errors?: readonly ErrorCode[] },
  ) => ({ config: { access, errors }, schema: { tags: [tag], ...schema } });

/** Returns whether the admin changes something with a request. */
export const isAdminChange = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && routeOptions.config?.access === 'admin';

/** Makes a route respond with the status of a success that its schema describes: 201 or 204. */
export function applyDescribedStatus(route: RouteOptions): void {
  const described = Object.keys(route.schema?.response ?? {});
  const status = [201, 204].find((one) => described.includes(String(one)));
  if (status === undefined) return;
  const setStatus: preHandlerHookHandler = (_request, reply, done) => {
    reply.code(status);
    done();
  };
  route.preHandler = [setStatus, ...[route.preHandler ?? []].flat()];
}

/** The options of a public route that the API documentation omits. */
export const undocumentedRoute = { config: { access: 'public' }, schema: { hide: true } } as const;

export const idParams = z.object({ id: recordId });

/** The schema of a response without a body. */
export const noContent = z.undefined().register(z.globalRegistry, { description: 'Done' });

/** The schema of a 304, to a request with the `If-None-Match` of the current response. */
export const notModified = z
  .undefined()
  .register(z.globalRegistry, { description: 'Not modified' });

/** Sets the `Link` header with the next page of a list (RFC 8288). */
export function setNextLink(reply: FastifyReply, listUrl: string, cursor: string | null): void {
  if (cursor === null) return;
  const url = new URL(listUrl, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
