import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
}

/** A route as the site's own description has it. */
interface Route {
  method: string;
  path: string;
  properties: Record<string, Schema>;
}

/** All routes of a running server's OpenAPI description. */
export async function readDescription(url: string): Promise<Route[]> {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content?: { 'application/json'?: { schema?: Schema } } } }>
    >;
  };
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      properties: requestBody?.content?.['application/json']?.schema?.properties ?? {},
    })),
  );
}

/** Texts that have harmed other sites. */
const hostile = fc.constantFrom(
  "' or 1=1 --",
  '"; drop table leads; --',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '../../../../etc/passwd',
  '%2e%2e%2f%00',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  'a\r\nSet-Cookie: x=1',
  '#{7*7}{{7*7}}',
  'x'.repeat(10_001),
  '💥'.repeat(300),
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '2026-02-31T25:61:61Z',
);

const text = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 200 }));

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, 1e308, -0, 2 ** 53),
  fc.array(text, { maxLength: 60 }),
  fc.dictionary(text, text, { maxKeys: 5 }),
);

/** Numbers that a column of either engine, or a sum, might not hold. */
const beyond = fc.constantFrom(-1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -0);

/** A kilobyte that becomes a megabyte. */
const bomb = gzipSync(Buffer.alloc(1_000_000, '['));

const right = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.oneof(fc.nat(100), fc.integer(), beyond);
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 });
  return fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.emailAddress());
};

function bodyOf({ properties }: Route): fc.Arbitrary<string | Buffer> {
  const shape = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: right(schema) }, { weight: 1, arbitrary: anything }),
    ]),
  );
  const validIsh = fc.record(shape, { requiredKeys: [] }).map((body) => JSON.stringify(body));
  return fc.oneof(
    { weight: 6, arbitrary: validIsh },
    { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constant('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
    },
    { weight: 1, arbitrary: fc.constant(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
    { weight: 1, arbitrary: fc.constant('{"a":{"constructor":{"prototype":{"admin":true}}}}') },
    { weight: 1, arbitrary: fc.constant(bomb) },
    { weight: 1, arbitrary: text },
  );
}

const segment = fc.oneof(
  text.map((value) => {
    try {
      return encodeURIComponent(value).slice(0, 500);
    } catch {
      return '%ff';
    }
  }),
  fc.constantFrom('%', '%zz', '%00', '..', '.', '%2e%2e', 'a%2fb', 'x'.repeat(300)),
  fc.uuid(),
);

const query = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(
      fc.constantFrom('status', 'q', 'limit', 'cursor', 'role', 'skills', 'suspect', '__proto__'),
      segment,
      { maxKeys: 4 },
    )
    .map(
      (pairs) =>
        `?${Object.entries(pairs)
          .map(([name, value]) => `${name}=${value}`)
          .join('&')}`,
    ),
);

/** Mostly as it should be: what is refused at the door says nothing of what is behind it. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const contentHeaders = fc.record({
  'content-type': mostly<string | undefined>(
    'application/json',
    undefined,
    'application/json; charset=utf-16',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    ';;',
    'image/jpeg',
  ),
  'content-encoding': mostly<string | undefined>(
    undefined,
    'identity',
    'gzip',
    'br',
    'gzip, gzip',
    '',
  ),
});

const otherHeaders = fc.record(
  {
    cookie: fc.constantFrom('session=x', 'session=%00', `session=${'x'.repeat(5_000)}`, ';;=;'),
    accept: fc.constantFrom('*/*', 'text/html', 'x/y;q=bad'),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', '*;q=x'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"'),
    'if-match': fc.constantFrom('*', '"x"', '"', ''),
    'idempotency-key': fc.constantFrom('short', 'a-good-key-of-fair-length', 'x'.repeat(300)),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense', '::1, ::1'),
    'x-http-method-override': fc.constantFrom('DELETE', 'PATCH'),
    range: fc.constantFrom('bytes=0-0', 'bytes=9-1', 'x'),
  },
  { requiredKeys: [] },
);

const headers = fc
  .tuple(contentHeaders, otherHeaders)
  .map(([content, other]) =>
    Object.fromEntries(
      Object.entries<string | undefined>({ ...content, ...other }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    ),
  );

/** The same address, as somebody writes it who wants to get past a check of it. */
const disguise = fc.oneof(
  { weight: 8, arbitrary: fc.constant((path: string) => path) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<((path: string) => string)[]>(
      (path) => `/${path}`,
      (path) => path.replaceAll('/', '//'),
      (path) => path.replace('/api', '/%61pi'),
      (path) => path.replace('/api', '/%2561pi'),
      (path) => path.replace('/api/', '/api/../api/'),
      (path) => path.replace('/api/', '/api%2f'),
      (path) => path.replace('/api/', '/API/'),
      (path) => path.replace('/api/', '/api/./'),
      (path) => `/x/%2e%2e${path}`,
      (path) => `${path};x=y`,
      (path) => `${path}%00`,
      (path) => `http://elsewhere.example${path}`,
    ),
  },
);

/** Requests to the routes: right ones, wrong ones, and such as only an attacker would send. */
export function requestsFor(routes: readonly Route[]) {
  return fc.constantFrom(...routes).chain((route) =>
    fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(route.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'),
        },
      ),
      path: fc
        .tuple(segment, query, disguise)
        .map(([value, search, asWritten]) =>
          asWritten(route.path.replace(/\{\w+\}/g, () => value) + search),
        ),
      headers,
      isAdmin: fc.boolean(),
      body: bodyOf(route),
    }),
  );
}
