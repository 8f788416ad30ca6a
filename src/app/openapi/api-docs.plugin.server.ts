import type { RouteOptions } from 'fastify';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { type Api, undocumentedRoute } from '../../http/api.server';
import { ResponseBody } from '../../http/response-body.server';
import { sendBody } from '../../http/send-cached.server';

/**
 * Serves the OpenAPI document, and a page that shows it. Describes the routes that are registered
 * after it. The libraries are a fifth of the server's code, so they are loaded on the first
 * request.
 */
export const apiDocsPlugin = definePlugin(
  { name: 'api-docs', dependencies: ['route-access'] },
  (app, { environment }) => {
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });

    let docsApp: Promise<Api> | undefined;
    async function getDocsApp(): Promise<Api> {
      docsApp ??= import('./docs-app.server').then(({ createDocsApp }) =>
        createDocsApp(routes, environment),
      );
      return docsApp;
    }

    let documentBody: ResponseBody | undefined;
    app.get('/api/openapi.json', undocumentedRoute, async (request, reply) => {
      // Serialized once: it is 100 kB of JSON that does not change while the process runs.
      documentBody ??= new ResponseBody(JSON.stringify((await getDocsApp()).swagger()));
      return sendBody(request, reply, {
        body: documentBody,
        type: 'application/json; charset=utf-8',
      });
    });
    for (const path of ['/api/docs', '/api/docs/*']) {
      app.get(path, undocumentedRoute, async (request, reply) => {
        const { routing } = await getDocsApp();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        reply.hijack();
        routing(request.raw, reply.raw);
      });
    }
  },
);
