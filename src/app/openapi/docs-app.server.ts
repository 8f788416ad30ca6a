import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { collections } from '../../content/collections/collections';
import { getOperationNames } from '../../content/kit/define-collection';
import { getSessionCookie } from '../../foundation/auth/cookies.server';
import type { Environment } from '../../foundation/environment/environment.server';
import type { Api } from '../../http/api.server';
import { lead, leadExample } from '../../leads/contract';
import { AppError, type ErrorCode, statusByCode } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { isLocalHost } from '../../lib/network/local-network.server';
import { z } from '../../lib/schema';
import { errorHandler, schemaController } from '../error-handler.server';
import { completeOpenApiDocument, type OpenApiDocument } from './complete-openapi-document.server';

// The result of a transform has no JSON schema, so it is described as any value.
const transformRouteSchema = createJsonSchemaTransform({
  zodToJsonConfig: { unrepresentable: 'any' },
});

// Named, so that a generated client has types with these names. Not in the contracts, because the
// browser loads those as well.
z.globalRegistry.add(lead, { id: 'Lead' });
for (const collection of collections) {
  z.globalRegistry.add(collection.item, { id: getOperationNames(collection).singular });
}

const contractExamples = {
  leads: leadExample,
  ...Object.fromEntries(collections.map(({ path, example }) => [path, example])),
};

/** Descriptions of the groups of operations. A collection's group is named after its path. */
const tagDescriptions: Record<string, string> = {
  ...Object.fromEntries(
    collections.map(({ path, label }) => [
      path,
      `The collection "${label}": everyone may read it, the owner edits it.`,
    ]),
  ),
  auth: 'Signing in and out. The session is a cookie.',
  'client-errors': 'Errors of pages in visitors’ browsers.',
  content: 'Figures about the content as a whole.',
  demo: 'The demo content of a new site.',
  funnel: 'Anonymous counts of how far visits get.',
  leads: 'Inquiries: everyone may send one, the owner works with them.',
  pages: 'The texts of the public pages, which the owner changes.',
  payments: 'Card payments for packages.',
  pictures: 'Uploads of pictures.',
  previews: 'Links that show drafts on the real page.',
  proposals: 'Offers of people, a package and a price for a lead’s plan.',
  cover: 'Hours that nobody covers, and who can work them.',
  scheduling: 'Discovery calls: free times, bookings, availability.',
  settings: 'What the owner sets in the admin area. Environment variables win.',
  security: 'The second factor, running sessions and security events.',
  setup: 'The steps before a new site opens.',
  webhooks: 'Addresses that events are sent to, signed.',
};

const errorBody = z
  .object({
    message: z.string(),
    code: z.enum(listKeys(statusByCode)),
    fields: z.optional(z.record(z.string(), z.string())),
  })
  .register(z.globalRegistry, { id: 'Error', description: 'Response to a failed request.' });

const describeErrors = (...codes: ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [statusByCode[code], errorBody]));

/** Describes a route with its own errors, and those that the server sends outside of handlers. */
function describeRoute({ method, url, schema = {}, config = {} }: RouteOptions): RouteOptions {
  const requiresSession = config.access === 'admin';
  const errors = describeErrors(
    ...(['invalid', 'internal', 'unavailable'] as const),
    ...(config.errors ?? []),
    ...(requiresSession ? (['unauthenticated'] as const) : []),
    ...(url.includes(':') ? (['not_found'] as const) : []),
    ...(method === 'GET' ? [] : (['forbidden', 'too_large', 'unsupported_type'] as const)),
  );
  const response = Object.assign(errors, schema.response);
  const security = requiresSession ? [{ session: [] }] : [];
  return { method, url, config, schema: { ...schema, response, security }, handler: () => null };
}

/**
 * Lists the server's URL. Without a configured public origin it is "/", which means the origin that
 * the document was loaded from.
 */
const getServerUrl = (siteUrl: string) => (isLocalHost(new URL(siteUrl).hostname) ? '/' : siteUrl);

/**
 * Creates a second server that does not listen: the described routes without their handlers, and
 * the pages that show them. The plugins for these can't be registered on a server that has already
 * started.
 */
export async function createDocsApp(
  routes: readonly RouteOptions[],
  environment: Environment,
): Promise<Api> {
  const api: Api = Fastify({ schemaController });
  api.setErrorHandler(errorHandler);
  api.setNotFoundHandler(() => {
    throw new AppError('not_found', 'Not found');
  });
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${environment.SITE_NAME} API`,
        version: '1',
        description:
          "Everyone may call the operations without a lock. The others need the owner's session cookie, which `signIn` sets.",
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [{ url: getServerUrl(environment.SITE_URL), description: environment.SITE_NAME }],
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: getSessionCookie(environment).name },
        },
      },
    },
    transform: transformRouteSchema,
    transformObject: (document) => {
      const completed = jsonSchemaTransformObject(document);
      // The library's type covers every version of OpenAPI; this document is always 3.1.
      completeOpenApiDocument(completed as unknown as OpenApiDocument, contractExamples);
      return completed;
    },
  });
  for (const route of routes) {
    if (!route.schema?.hide && route.method !== 'HEAD') api.route(describeRoute(route));
  }
  await api.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Without Swagger's top bar.
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: `${environment.SITE_NAME} API` },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  await api.ready();
  return api;
}
