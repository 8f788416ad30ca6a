import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { sessionCookie } from '../features/auth/require-admin.server';
import type { Api } from '../lib/api.server';
import type { Environment } from '../lib/environment.server';
import { AppError } from '../lib/errors';
import { answerError, schemaController } from './error-handler.server';

// What a transform makes of its input can't be described; what goes in and comes out is.
const describeSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/**
 * A second server that listens nowhere: the described routes without what they do, and the pages that
 * show them. Their plugins can't be added to a server that already answers.
 */
export async function describedApi(
  routes: readonly RouteOptions[],
  environment: Environment,
): Promise<Api> {
  const api: Api = Fastify({ schemaController });
  api.setErrorHandler(answerError);
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
          'Reading the four collections and sending an enquiry is for everyone; the rest needs the admin’s session cookie.',
      },
      servers: [{ url: environment.SITE_URL }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie(environment).name },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = describeSchemas(route);
      const needsSession = route.route.config?.access === 'admin';
      return { url, schema: needsSession ? { ...schema, security: [{ session: [] }] } : schema };
    },
    transformObject: jsonSchemaTransformObject,
  });
  for (const { method, url, schema = {}, config = {} } of routes) {
    if (schema.hide || method === 'HEAD') continue;
    api.route({ method, url, schema, config, handler: () => null });
  }
  await api.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Without the bar of its makers on top.
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: `${environment.SITE_NAME} API` },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  await api.ready();
  return api;
}
