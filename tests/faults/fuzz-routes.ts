import { pages } from '../../src/routes/pages';

/** The part of an OpenAPI schema that fuzzing uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
}

/** A route to send requests to. `kind` determines its body and its expected response. */
export interface FuzzRoute {
  method: string;
  /** As in the API description: `/objects/{id}`. */
  path: string;
  kind: 'api' | 'page' | 'form' | 'file' | 'webhook' | 'upload';
  /** The fields of the body. */
  properties: Record<string, Schema>;
  /** A valid body. */
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

function classifyApiPath(path: string): FuzzRoute['kind'] {
  if (webhooks.includes(path)) return 'webhook';
  return path === uploadPath ? 'upload' : 'api';
}

const getRoutes = (kind: FuzzRoute['kind'], paths: readonly string[]): FuzzRoute[] =>
  paths.map((path) => ({ method: 'GET', path, kind, properties: {} }));

const stringFields = (...fields: string[]): Record<string, Schema> =>
  Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));

/** The input names of the plain HTML form. */
const formFields = stringFields(
  ...['firstName', 'lastName', 'email', 'phone', 'companyName', 'franchiseBrand', 'website'],
  ...['numberOfLocations', 'interestedPackage', 'message', 'talent', 'shortlist', 'openedAt'],
  ...['idempotencyKey', 'attribution', 'consent', 'utm_source', '__proto__'],
);

/** Routes that are not in the API description: pages, the HTML form, webhooks, files, health checks. */
const undescribedRoutes: FuzzRoute[] = [
  ...getRoutes('page', [...pages.map(({ path }) => path), '/admin/leads/{id}']),
  // Listed four times, because it has four kinds of bodies.
  ...Array.from(
    { length: 4 },
    (): FuzzRoute => ({ method: 'POST', path: '/enquiry', kind: 'form', properties: formFields }),
  ),
  ...webhooks.map(
    (path): FuzzRoute => ({
      method: 'POST',
      path,
      kind: 'webhook',
      properties: stringFields(
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
  ...getRoutes('api', ['/api/openapi.json', '/healthz', '/readyz', '/api/client-address']),
  ...getRoutes('page', ['/api/docs', '/api/docs/{id}']),
  ...getRoutes('file', [
    ...['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt'],
    ...['/objects/{id}', '/objects/{id}/640.webp', '/objects/{id}/{id}'],
    ...['/favicon.svg', '/favicon.ico', '/assets/{id}', '/fonts/{id}', '/{id}', '/api/{id}'],
  ]),
];

/** Lists all routes of a running server: those in its API description and those missing from it. */
export async function listRoutes(url: string): Promise<FuzzRoute[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { requestBody }]): FuzzRoute => ({
        method: method.toUpperCase(),
        path,
        kind: classifyApiPath(path),
        properties: requestBody?.content?.['application/json']?.schema?.properties ?? {},
        example: requestBody?.content?.['application/json']?.example ?? {},
      }),
    ),
  );
  return [...described, ...undescribedRoutes];
}
