import { pages } from '../../src/app/pages';

/** What a schema of the API description says about a value; the rest does not matter here. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
}

/** A route to send requests to. `kind` says what it responds with and what it takes. */
export interface FuzzRoute {
  method: string;
  /** As in the API description: `/objects/{id}`. */
  path: string;
  kind: 'api' | 'page' | 'form' | 'file' | 'webhook' | 'upload';
  /** The fields of its body. */
  properties: Record<string, Schema>;
  /** A body that it takes. */
  example?: Record<string, unknown>;
}

interface Operation {
  requestBody?: {
    content?: { 'application/json'?: { schema?: Schema; example?: Record<string, unknown> } };
  };
}

const webhooks = [
  '/api/stripe/webhook',
  '/api/scheduling/webhook/calendly',
  '/api/scheduling/webhook/cal',
];

const uploadPath = '/api/objects/upload/{id}';

function kindOfApiPath(path: string): FuzzRoute['kind'] {
  if (webhooks.includes(path)) return 'webhook';
  return path === uploadPath ? 'upload' : 'api';
}

const get = (kind: FuzzRoute['kind'], paths: readonly string[]): FuzzRoute[] =>
  paths.map((path) => ({ method: 'GET', path, kind, properties: {} }));

const names = (...fields: string[]): Record<string, Schema> =>
  Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));

/** The fields of the plain form, by the names of its inputs. */
const formFields = names(
  ...['firstName', 'lastName', 'email', 'phone', 'companyName', 'franchiseBrand', 'website'],
  ...['numberOfLocations', 'interestedPackage', 'message', 'talent', 'shortlist', 'openedAt'],
  ...['idempotencyKey', 'attribution', 'consent', 'utm_source', '__proto__'],
);

/** What the API description leaves out: pages, the plain form, webhooks, files, health checks. */
const undescribedRoutes: FuzzRoute[] = [
  ...get(
    'page',
    pages.map(({ path }) => path),
  ),
  // As often as four routes: it has four kinds of bodies.
  ...Array.from(
    { length: 4 },
    (): FuzzRoute => ({ method: 'POST', path: '/enquiry', kind: 'form', properties: formFields }),
  ),
  ...webhooks.map(
    (path): FuzzRoute => ({
      method: 'POST',
      path,
      kind: 'webhook',
      properties: names(
        'event',
        'triggerEvent',
        'createdAt',
        'created_at',
        'payload',
        'type',
        'id',
      ),
    }),
  ),
  ...get('api', ['/api/openapi.json', '/healthz', '/readyz']),
  ...get('page', ['/api/docs', '/api/docs/{id}']),
  ...get('file', [
    ...['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt'],
    ...['/objects/{id}', '/objects/{id}/640.webp', '/objects/{id}/{id}'],
    ...['/favicon.svg', '/favicon.ico', '/assets/{id}', '/fonts/{id}', '/{id}', '/api/{id}'],
  ]),
];

/** All routes of a running server: those of its own API description, and those that it leaves out. */
export async function listRoutes(url: string): Promise<FuzzRoute[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { requestBody }]): FuzzRoute => ({
        method: method.toUpperCase(),
        path,
        kind: kindOfApiPath(path),
        properties: requestBody?.content?.['application/json']?.schema?.properties ?? {},
        example: requestBody?.content?.['application/json']?.example ?? {},
      }),
    ),
  );
  return [...described, ...undescribedRoutes];
}
