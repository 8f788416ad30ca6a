import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { type RestoreInput, restoreInput } from '../../foundation/audit/contract';
import { registerHistoryRoute } from '../../foundation/audit/routes.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { createVersionMatcher, sendVersion, versionHeaders } from '../../http/item-version.server';
import type { ErrorCode } from '../../lib/errors';
import type { z } from '../../lib/schema';
import type { IsExpected, Values } from './documents.server';

/** Documents with a common version, as they are described for the owner. */
interface Versioned {
  version: string;
}

/** The store of the documents. Its patch is validated by the schema of the body. */
interface Store {
  subject: string;
  update(patch: Values, request: FastifyRequest, isExpected: IsExpected): Promise<Versioned>;
  restore(id: string, version: RestoreInput, request: FastifyRequest): Promise<Versioned>;
}

/** An operation in the API documentation. */
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
}

interface SingletonRoutes {
  path: string;
  tag: string;
  body: z.ZodMiniType<Values>;
  /** All documents, for the owner. */
  response: z.ZodMiniType<Versioned>;
  params: z.ZodMiniType<{ id: string }>;
  update: Operation & { errors?: readonly ErrorCode[] };
  restore: Operation;
  history: { operationId: string; summary: string; note?: string };
  /** Returns the id of a document in the store; by default, the one in the address. */
  getDocumentId?: (id: string) => string;
}

/** Registers the routes that change documents which always exist, and those of their history. */
export function registerSingletonRoutes(
  api: Api,
  db: Database,
  store: Store,
  routes: SingletonRoutes,
): void {
  const { path, tag, body, response, params, getDocumentId = (id) => id } = routes;
  const describeRoute = describeRoutes(tag);

  api.patch(
    path,
    describeRoute('admin', {
      errors: ['changed'],
      ...routes.update,
      headers: versionHeaders,
      body,
      response: { 200: response },
    }),
    async (request, reply) => {
      const isExpected = createVersionMatcher(request.headers);
      return sendVersion(reply, await store.update(request.body, request, isExpected));
    },
  );

  registerHistoryRoute(api, db, {
    ...{ url: `${path}/:id/history`, tag, ...routes.history },
    ...{ subjects: [store.subject], params, getItemId: getDocumentId },
  });

  api.post(
    `${path}/:id/restore`,
    describeRoute('admin', {
      ...routes.restore,
      params,
      body: restoreInput,
      response: { 200: response },
      errors: ['conflict'],
    }),
    async (request, reply) => {
      const id = getDocumentId(request.params.id);
      return sendVersion(reply, await store.restore(id, request.body, request));
    },
  );
}
