import type { RouteOptions } from 'fastify';
import type { Environment } from '../../foundation/settings/environment.server';
import type { Api } from '../../http/api.server';
import { ResponseBody } from '../../http/response-body.server';
import { sendBody } from '../../http/send-cached.server';

const config = { access: 'public' } as const;
const schema = { hide: true };

/**
 * The API's description, for tools and as a page. It is made when it is first asked for: its libraries
 * are a fifth of the code, and a visitor's first page waits for none of them.
 * @param app before it has its routes: those it gets from now on are described
 */
export function registerApiDocs(app: Api, environment: Environment): void {
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
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    // Serialized once: the text is 100 kB, and the same for everyone until the process ends.
    documentBody ??= new ResponseBody(JSON.stringify((await getDocsApp()).swagger()));
    return sendBody(request, reply, {
      body: documentBody,
      type: 'application/json; charset=utf-8',
    });
  });
  for (const path of ['/api/docs', '/api/docs/*']) {
    app.get(path, { config, schema }, async (request, reply) => {
      const { routing } = await getDocsApp();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
}
