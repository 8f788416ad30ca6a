import { pages } from '../../src/routes/pages';

/** The part of an OpenAPI schema that fuzzing uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
}

/** A route to send requests to. `kind` determines its body and its expected response. */
export interface FuzzRoute {
  method: string;
  /** As in the API description: `/objects/{id}`. */
  path: string;
  kind: 'api' | 'page' | 'form' | 'file' | 'webhook' | 'upload' | 'csv';
  /** The parameters of the path and of the query. */
  parameters: Record<string, Schema>;
  /** The fields of the body. */
  properties: Record<string, Schema>;
  /** A valid body. */
  example?: Record<string, unknown>;
}

interface Operation {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: {
    content?: {
      'application/json'?: { schema?: Schema; example?: Record<string, unknown> };
      'text/csv'?: object;
    };
  };
}

const webhooks = [
  '/api/stripe/webhook',
  '/api/scheduling/webhook/calendly',
  '/api/scheduling/webhook/cal',
];

const uploadPath = '/api/objects/upload/{id}';

function classifyOperation(path: string, { requestBody }: Operation): FuzzRoute['kind'] {
  if (webhooks.includes(path)) return 'webhook';
  if (requestBody?.content?.['text/csv']) return 'csv';
  return path === uploadPath ? 'upload' : 'api';
}

const getRoutes = (kind: FuzzRoute['kind'], paths: readonly string[]): FuzzRoute[] =>
  paths.map((path) => ({ method: 'GET', path, kind, parameters: {}, properties: {} }));

const stringFields = (...fields: string[]): Record<string, Schema> =>
  Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));

/** The input names of the plain HTML form. */
const formFields = stringFields(
  ...['firstName', 'lastName', 'email', 'phone', 'companyName', 'franchiseBrand', 'website'],
  ...['numberOfLocations', 'interestedPackage', 'message', 'talent', 'shortlist', 'plan'],
  ...['openedAt', 'idempotencyKey', 'attribution', 'consent', 'utm_source', '__proto__'],
);

/** Routes that are not in the API description: pages, the HTML form, webhooks, files, health checks. */
const undescribedRoutes: FuzzRoute[] = [
  ...getRoutes('page', [
    ...pages.map(({ path }) => path),
    ...['/admin/leads/{id}', '/proposal/{token}'],
  ]),
  // Listed four times, because it has four kinds of bodies.
  ...Array.from(
    { length: 4 },
    (): FuzzRoute => ({
      method: 'POST',
      path: '/enquiry',
      kind: 'form',
      parameters: {},
      properties: formFields,
    }),
  ),
  {
    method: 'POST',
    path: '/proposal/{token}',
    kind: 'form',
    parameters: {},
    properties: stringFields('action', 'version', 'name', 'text'),
  },
  ...webhooks.map(
    (path): FuzzRoute => ({
      method: 'POST',
      path,
      kind: 'webhook',
      parameters: {},
      properties: stringFields(
        ...['event', 'triggerEvent', 'createdAt', 'created_at', 'payload', 'type', 'id'],
      ),
    }),
  ),
  ...getRoutes('api', ['/api/openapi.json', '/healthz', '/readyz', '/api/client-address']),
  ...getRoutes('page', ['/api/docs', '/api/docs/{id}']),
  ...[...getRoutes('page', ['/cover']), ...getRoutes('file', ['/cover/picture.png'])].map(
    (route) => ({
      ...route,
      parameters: { p: { type: 'string' } },
    }),
  ),
  ...getRoutes('file', [
    ...['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt'],
    ...['/objects/{id}', '/objects/{id}/640.webp', '/objects/{id}/icon.png', '/objects/{id}/{id}'],
    ...['/favicon.svg', '/favicon.ico', '/assets/{id}', '/fonts/{id}', '/{id}', '/api/{id}'],
  ]),
];

/** Lists all routes of a running server: those in its API description and those missing from it. */
export async function listRoutes(url: string): Promise<FuzzRoute[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): FuzzRoute => {
      const json = operation.requestBody?.content?.['application/json'];
      const parameters = operation.parameters?.filter(({ in: place }) => place !== 'header') ?? [];
      return {
        method: method.toUpperCase(),
        path,
        kind: classifyOperation(path, operation),
        parameters: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
        properties: json?.schema?.properties ?? {},
        example: json?.example ?? {},
      };
    }),
  );
  return [...described, ...undescribedRoutes];
}
