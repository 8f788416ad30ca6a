import type { RouteOptions } from 'fastify';
import { ResponseBody } from '../lib/answer-bytes.server';
import type { Api } from '../lib/api.server';
import { sendBody } from '../lib/cached-reply.server';
import type { Environment } from '../lib/environment.server';

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
    docsApp ??= import('./described-api.server').then(({ createDocsApp }) =>
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
