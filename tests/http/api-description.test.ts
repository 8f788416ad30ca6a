import { gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { createTestApp, shareSite, type TestSite } from '../support/test-app';

interface MediaType {
  schema?: object;
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
  components: object;
  paths: Record<string, Record<string, Operation>>;
}

const readDescription = async ({ visitor }: Pick<TestSite, 'visitor'>): Promise<Description> =>
  (await visitor('GET', '/api/openapi.json')).json();

const listOperations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** The routes under /api that the OpenAPI description leaves out, and why. */
const hiddenRoutes: Record<string, string> = {
  '/api/openapi.json': 'serves the description itself',
  '/api/docs': 'serves the description as a page',
  '/api/docs/*': 'serves the assets of that page',
  '/api/client-address': 'is for the doctor, which examines a CDN with it',
  '/api/scheduling/webhook/calendly': "receives Calendly's webhooks, which Calendly documents",
  '/api/scheduling/webhook/cal': "receives Cal.com's webhooks, which Cal.com documents",
};

describe('the OpenAPI description', () => {
  const getSite = shareSite(async () => {
    const site = await createTestApp();
    return { ...site, description: await readDescription(site) };
  });

  test('covers every route under /api except those hidden on purpose', async () => {
    const { app, description } = getSite();
    const described = listOperations(description).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    const routes = app.routeTable
      .filter(({ url }) => url.startsWith('/api/') && !(url in hiddenRoutes))
      .flatMap(({ method, url }) => method.map((one) => `${one} ${url.replace(/:(\w+)/g, '{$1}')}`))
      .filter((route) => !route.startsWith('HEAD '));
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  test('gives each operation a unique camel-case operationId', async () => {
    const names = listOperations(getSite().description).map(
      ({ operation }) => operation.operationId,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]*)*$/);
    expect(names).toEqual(expect.arrayContaining(['listTalents', 'createCaseStudy', 'createLead']));
  });

  test('requires a session for exactly the operations that the server restricts to the admin', async () => {
    const { app, description } = getSite();
    for (const { path, method, operation } of listOperations(description)) {
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      const route = app.routeTable.find(
        (one) => one.url === url && one.method.includes(method.toUpperCase()),
      );
      const expected = route?.access === 'admin' ? [{ session: [] }] : [];
      expect(operation.security, `${method} ${path}`).toEqual(expected);
    }
  });

  test('names a 304 for each list that the response cache serves', async () => {
    const { app, description } = getSite();
    for (const { path, method, operation } of listOperations(description)) {
      if (method !== 'get' || path.includes('{') || operation.security.length > 0) continue;
      const { headers } = await app.inject({ url: path });
      const isCached = headers['cache-status'] !== undefined;
      expect('304' in operation.responses, path).toBe(isCached);
    }
  });

  test('has a valid example for each JSON request and response body', async () => {
    const { description } = getSite();
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'api', components: description.components });
    // By schema: most operations have the same errors, and compiling takes its time.
    const validators = new Map<string, ValidateFunction>();
    for (const { operation } of listOperations(description)) {
      for (const body of [operation.requestBody, ...Object.values(operation.responses)]) {
        const media = body?.content?.['application/json'];
        if (!media) continue;
        const { schema = {}, example } = media;
        expect(example, operation.operationId).toBeDefined();
        const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
        const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
        validators.set(text, validate);
        validate(example);
        expect(validate.errors ?? [], operation.operationId).toEqual([]);
      }
    }
  });

  test('lists SITE_URL as its server, or / when SITE_URL is not set', async () => {
    const readServers = async (settings: Record<string, string>) =>
      (await readDescription(await createTestApp(settings))).servers.map(({ url }) => url);
    expect(await readServers({ SITE_URL: 'https://crewbridge.test' })).toEqual([
      'https://crewbridge.test',
    ]);
    expect(await readServers({})).toEqual(['/']);
  });
});

describe('GET /api/openapi.json', () => {
  const url = '/api/openapi.json';
  const getSite = shareSite(createTestApp);

  test('returns 304 to a client whose ETag matches', async () => {
    const { app } = getSite();
    const first = await app.inject({ url });
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const etag = String(first.headers.etag);
    const revalidated = await app.inject({ url, headers: { 'if-none-match': etag } });
    expect(revalidated.statusCode).toBe(304);
    expect(revalidated.body).toBe('');
  });

  test('compresses the response for a client that accepts gzip', async () => {
    const { app } = getSite();
    const plain = await app.inject({ url });
    const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(gzip.headers.vary).toBe('Accept-Encoding');
  });

  test('has the validation rules of the API, and is also shown as a page', async () => {
    const { app, visitor } = getSite();
    const description = (await visitor('GET', url)).json();
    expect(description.openapi).toMatch(/^3\.1/);
    const body =
      description.paths['/api/leads'].post.requestBody.content['application/json'].schema;
    expect(body.required).toEqual(['companyName', 'contactName', 'email']);
    expect(body.properties.email.maxLength).toBe(254);
    const page = await app.inject({ url: '/api/docs', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect((await visitor('GET', '/api/docs/json')).json()).toEqual(description);
    expect((await visitor('GET', '/api/docs/static/swagger-ui-bundle.js')).statusCode).toBe(200);
    const missing = await visitor('GET', '/api/docs/static/nothing.js');
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
  });
});
