import type { RouteOptions } from 'fastify';
import { AnswerBytes } from '../lib/answer-bytes.server';
import type { Api } from '../lib/api.server';
import { sendBytes } from '../lib/cached-reply.server';
import type { Environment } from '../lib/environment.server';

const config = { access: 'public' } as const;
const schema = { hide: true };

/**
 * The API's description, for tools and as a page. It is made when it is first asked for: its libraries
 * are a fifth of the code, and a visitor's first page waits for none of them.
 * @param app before it has its routes: those it gets from now on are described
 */
export function apiDescription(app: Api, environment: Environment): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });

  let made: Promise<Api> | undefined;
  async function description(): Promise<Api> {
    made ??= import('./described-api.server').then(({ describedApi }) =>
      describedApi(routes, environment),
    );
    return made;
  }

  let serialized: AnswerBytes | undefined;
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    // Serialized once: the text is 100 kB, and the same for everyone until the process ends.
    serialized ??= new AnswerBytes(JSON.stringify((await description()).swagger()));
    return sendBytes(request, reply, {
      bytes: serialized,
      type: 'application/json; charset=utf-8',
    });
  });
  for (const path of ['/api/docs', '/api/docs/*']) {
    app.get(path, { config, schema }, async (request, reply) => {
      const { routing } = await description();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
}
