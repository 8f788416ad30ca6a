import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { getOperationNames } from '../../collection-kit/operation-names.server';
import { collections } from '../../features/collections';
import { lead } from '../../features/leads/contract';
import { getSessionCookie } from '../../foundation/auth/require-admin.server';
import type { Environment } from '../../foundation/settings/environment.server';
import type { Api } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { isLocalHost } from '../../lib/local-network.server';
import { z } from '../../lib/schema';
import { errorHandler, schemaController } from '../error-handler.server';
import { apiExamples } from './api-examples.server';
import { apiTags } from './api-tags.server';
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
          "Everyone may read the collections, send an inquiry and book a call. The rest needs the owner's session cookie, which `signIn` sets.",
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [{ url: getServerUrl(environment.SITE_URL), description: environment.SITE_NAME }],
      tags: apiTags,
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: getSessionCookie(environment).name },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = transformRouteSchema(route);
      const requiresSession = route.route.config?.access === 'admin';
      return { url, schema: { ...schema, security: requiresSession ? [{ session: [] }] : [] } };
    },
    transformObject: (document) => {
      const description = jsonSchemaTransformObject(document);
      // The library's type covers every version of OpenAPI; this document is always 3.1.
      completeOpenApiDocument(description as unknown as OpenApiDocument, apiExamples);
      return description;
    },
  });
  for (const { method, url, schema = {}, config = {} } of routes) {
    if (schema.hide || method === 'HEAD') continue;
    api.route({ method, url, schema, config, handler: () => null });
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
