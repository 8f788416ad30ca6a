import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Api } from '../lib/api.server';
import type { Environment } from '../lib/environment.server';

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
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
        },
      },
    },
    // What a transform makes of its input can't be described; what goes in and comes out is.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
