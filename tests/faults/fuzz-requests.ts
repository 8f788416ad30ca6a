import fc from 'fast-check';
import { buildBody, text, validValue } from './fuzz-bodies';
import { announcement, type Header, headers } from './fuzz-headers';
import type { FuzzRoute, Schema } from './fuzz-routes';

/** A request before it is written as bytes. */
export interface FuzzRequest {
  route: FuzzRoute;
  method: string;
  /** Contains `{right}` where the id of an existing item belongs. */
  target: string;
  version: string;
  headers: Header[];
  isAdmin: boolean;
  /** Whether a webhook's body is signed with the real secret. */
  isSigned: boolean;
  body: { type: string; bytes: Buffer };
  announced: {
    'content-type': string | undefined;
    'content-encoding': string | undefined;
    'content-length': string | undefined;
    framing: 'length' | 'chunked' | 'both' | 'odd';
  };
  /** Corrupts the serialized head; does nothing for most requests. */
  spoil: (head: string) => string;
}

/** Placeholder for the id of an existing item, picture or upload, replaced before sending. */
export const existingId = '{right}';

const segment = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 500)),
  fc.constantFrom('%', '%zz', '%00', '..', '.', '%2e%2e', 'a%2fb', '%ff', 'x'.repeat(300)),
  fc.uuid(),
  fc.constant(existingId),
);

/** The parameters of pages, which no description lists, and names that no route expects. */
const otherParameters = [
  ...['status', 'q', 'limit', 'cursor', 'role', 'skills', 'suspect', '__proto__', 'page'],
  ...['package', 'packageId', 'talent', 'leadId', 'session_id', 'expires', 'signature'],
  ...['ids', 'from', 'to', 'token', 'utm_source', 'gclid', 'a[b]', ''],
];

/** Values of a parameter: often valid ones. */
const parameterValue = (schema: Schema): fc.Arbitrary<string> =>
  fc.oneof(
    segment,
    validValue(schema).map((value) => encodeURIComponent(String(value).toWellFormed())),
    fc.constantFrom('2026-03-02', '2026-03-02T00:00:00.000Z', '0', '1', 'true', '0:skip'),
  );

const formatQuery = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;

/** Queries with the parameters of a route. */
function describedQuery({ path, parameters }: FuzzRoute): fc.Arbitrary<string> {
  const values = Object.entries(parameters)
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, schema]) => [name, parameterValue(schema)] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map((pairs) => formatQuery(Object.entries(pairs).map(([name, value = '']) => [name, value])));
}

const anyQuery = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.tuple(fc.constantFrom(...otherParameters), segment), { maxLength: 4 })
    .map(formatQuery),
  fc.constantFrom(
    ...['?', '??', '?&&', '?%', '?=', '?a=%zz'],
    ...[`?${'a=b&'.repeat(400)}`, `?q=${'x'.repeat(5_000)}`],
  ),
);

/** Values of the parameter at a position of a path: mostly of an existing item. */
function pathValue({ path, parameters }: FuzzRoute, position: number): fc.Arbitrary<string> {
  const name = [...path.matchAll(/\{(\w+)\}/g)][position]?.[1] ?? '';
  const { enum: names, type } = parameters[name] ?? {};
  const usual =
    names || type === 'integer' ? validValue({ ...parameters[name] }) : fc.constant(existingId);
  return fc.oneof({ weight: 2, arbitrary: usual.map(String) }, { weight: 1, arbitrary: segment });
}

/** Rewrites a path in ways that attackers use to get past path checks. */
const disguises: ((path: string) => string)[] = [
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
  (path) => `${path}/`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `HTTPS://u:p@x:0${path}`,
  (path) => `http://[${path}`,
  (path) => `http://${path}`,
  (path) => `ftp://x${path}`,
  (path) => path.slice(1),
  (path) => `\\${path}`,
  (path) => `${path}#x`,
  (path) => `${path}\u00ff\u00e9`,
  (path) => `${path}\u0001`,
  (path) => `${path} x`,
  () => '*',
  () => '',
  () => '?',
  () => 'http://',
  () => `/${'x'.repeat(9_000)}`,
  () => '/%c0%ae%c0%ae/%c0%af',
  () => '//elsewhere.example/talent/',
];

/** Ways to corrupt a request head. */
const corruptions: ((head: string) => string)[] = [
  (head) => `\r\n\r\n${head}`,
  (head) => head.replace(' ', '  '),
  (head) => head.replace(' ', '\t'),
  (head) => head.replaceAll('\r\n', '\n'),
  (head) => head.replace('\r\n', '\r\nno colon\r\n'),
  (head) => head.replace('\r\n', '\r\n folded: x\r\n'),
  (head) => head.replace('\r\n', '\r\nSpace : x\r\n'),
  (head) => head.replace('\r\n', '\r\n: no name\r\n'),
  (head) => head.replace('\r\n', '\r\nN\u00e4me: x\r\n'),
  (head) => head.replace(/host:.*\r\n/i, ''),
  (head) => head.toLowerCase(),
  () => '\u0016\u0003\u0001\u0000\u00a5\r\n\r\n',
  () => 'GET\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

const usually = <T>(usual: T, unusual: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: unusual });

/** Builds requests to the routes: valid, invalid and hostile ones. */
export const buildRequests = (routes: readonly FuzzRoute[]): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...routes).chain((route) =>
    fc.record({
      route: fc.constant(route),
      method: usually(
        route.method,
        fc.constantFrom(
          ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'],
          ...['PROPFIND', 'BREW', 'get', ''],
        ),
        8,
      ),
      target: fc
        .tuple(
          fc.tuple(pathValue(route, 0), pathValue(route, 1)),
          fc.oneof(fc.constant(''), describedQuery(route), anyQuery),
          usually<(path: string) => string>((path) => path, fc.constantFrom(...disguises), 7),
        )
        .map(([values, search, disguise]) => {
          let index = 0;
          return disguise(route.path.replace(/\{\w+\}/g, () => values[index++] ?? 'x') + search);
        }),
      version: usually(
        'HTTP/1.1',
        fc.constantFrom(
          ...Array<string>(4).fill('HTTP/1.0'),
          ...['HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''],
        ),
      ),
      headers,
      isAdmin: fc.boolean(),
      isSigned: fc.boolean(),
      body: buildBody(route),
      announced: announcement,
      spoil: usually<(head: string) => string>((head) => head, fc.constantFrom(...corruptions), 30),
    }),
  );
