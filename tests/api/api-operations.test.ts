import { describe, expect, test } from 'vitest';
import { testApp } from '../test-app';

interface MediaType {
  schema?: unknown;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>;
}

interface Description {
  servers: { url: string }[];
  info: { license: { name: string } };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

type Site = Awaited<ReturnType<typeof testApp>>;

const readDescription = async ({ visitor }: Site): Promise<Description> =>
  (await visitor('GET', '/api/openapi.json')).json();

const listOperations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Routes under /api that the description leaves out, and why. */
const hiddenRoutes: Record<string, string> = {
  '/api/openapi.json': 'is the description itself',
  '/api/docs': 'is the description as a page',
  '/api/docs/*': 'belongs to the page of the description',
  '/api/scheduling/webhook/calendly': "takes Calendly's messages, whose shape Calendly describes",
  '/api/scheduling/webhook/cal': "takes Cal.com's messages, whose shape Cal.com describes",
};

describe('Each operation of the API description', () => {
  test('describes every route under /api, or says here why it is hidden', async () => {
    const site = await testApp();
    const described = listOperations(await readDescription(site)).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    const routes = site.app.routeTable
      .filter(({ url }) => url.startsWith('/api/') && !(url in hiddenRoutes))
      .flatMap(({ method, url }) => method.map((one) => `${one} ${url.replace(/:(\w+)/g, '{$1}')}`))
      .filter((route) => !route.startsWith('HEAD '));
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  test('names each operation in camel case, after what it does', async () => {
    const names = listOperations(await readDescription(await testApp())).map(
      ({ operation }) => operation.operationId,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]*)*$/);
    expect(names).toEqual(expect.arrayContaining(['listTalents', 'createCaseStudy', 'createLead']));
  });

  test('says of each operation whether it needs a session, as the server has it', async () => {
    const site = await testApp();
    for (const { path, method, operation } of listOperations(await readDescription(site))) {
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      const route = site.app.routeTable.find(
        (one) => one.url === url && one.method.includes(method.toUpperCase()),
      );
      const expected = route?.access === 'admin' ? [{ session: [] }] : [];
      expect(operation.security, `${method} ${path}`).toEqual(expected);
    }
  });

  test('shows an example of each JSON body, sent or received', async () => {
    const description = await readDescription(await testApp());
    const bare = listOperations(description).flatMap(({ operation }) => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      const media = bodies.map((body) => body?.content?.['application/json']);
      return media.some((one) => one && one.example === undefined) ? [operation.operationId] : [];
    });
    expect(bare).toEqual([]);
  });

  test('names the public origin as its server, and no address where none is set', async () => {
    const serversOf = async (settings: Record<string, string>) =>
      (await readDescription(await testApp(settings))).servers.map(({ url }) => url);
    expect(await serversOf({ SITE_URL: 'https://crewbridge.test' })).toEqual([
      'https://crewbridge.test',
    ]);
    expect(await serversOf({})).toEqual(['/']);
  });
});
