import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { sessionCookie } from '../features/auth/require-admin.server';
import type { Api } from '../lib/api.server';
import type { Environment } from '../lib/environment.server';

// What a transform makes of its input can't be described; what goes in and comes out is.
const describeSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** Describes the API, out of the very schemas that check it: JSON to be read by tools, and a page. */
export async function apiDescription(app: Api, environment: Environment): Promise<void> {
  await app.register(swagger, {
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
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Without the bar of its makers on top.
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: `${environment.SITE_NAME} API` },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
}
