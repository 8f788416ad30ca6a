import fc from 'fast-check';
import { hostile } from './fuzz-bodies';

/** Request headers that the server or its libraries read, each with plausible values. */
const usualValues: Record<string, readonly string[]> = {
  host: ['crew.example', '127.0.0.1:3000', '[::1]:80', 'a b', '[::1', 'x:99999', '../..?x#y'],
  'x-forwarded-for': ['1.2.3.4', '::1, ::1', 'fe80::1%eth0', '::ffff:1.2.3.4', 'nonsense', ',,'],
  'cf-connecting-ip': ['1.2.3.4', 'nonsense', ',,'],
  'fastly-client-ip': ['::1', 'nonsense'],
  'true-client-ip': ['fe80::1%eth0', ''],
  'x-forwarded-host': ['crew.example', 'a, b', '['],
  'x-forwarded-proto': ['https', 'http, https', 'a b', 'javascript'],
  forwarded: ['for=1.2.3.4;proto=https'],
  origin: ['http://127.0.0.1:3000', 'https://elsewhere.example', 'null', 'http://['],
  referer: ['http://127.0.0.1:3000/talent', 'https://a.example/?utm_source=x', 'http://[', '/'],
  'sec-fetch-site': ['same-origin', 'none', 'cross-site', 'x'],
  'sec-fetch-mode': ['navigate', 'cors', 'x'],
  'sec-fetch-dest': ['document', 'empty', 'x'],
  cookie: ['session=x', 'session=%00', ';;=;', 'a=b; a=c', '__Host-session=x', 'device=%zz'],
  authorization: ['Basic eDp5', 'Bearer x'],
  accept: ['*/*', 'text/html', 'text/html,application/xhtml+xml;q=0.9', 'x/y;q=bad'],
  'accept-encoding': ['br', 'gzip', 'gzip;q=0', '*;q=x', 'identity;q=0, *;q=0', 'br, gzip'],
  'accept-language': ['en', 'es-MX,es;q=0.9', '*', 'x-'],
  'if-none-match': ['*', '"x"', 'W/"', '"a", "b", W/"c"'],
  'if-match': ['*', '"x"', '"', 'W/"x"'],
  'if-modified-since': ['Wed, 21 Oct 2015 07:28:00 GMT', 'x', '-1'],
  'if-unmodified-since': ['Wed, 21 Oct 2015 07:28:00 GMT', 'x'],
  'if-range': ['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  range: ['bytes=0-0', 'bytes=9-1', 'bytes=-1', 'bytes=0-,1-,2-', 'x'],
  'cache-control': ['no-cache', 'max-age=0'],
  'idempotency-key': [
    'short',
    'a-good-key-of-fair-length',
    'a-good-key-\u00e9\u00e9\u00e9-of-length',
  ],
  'user-agent': ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Googlebot', 'curl/8'],
  'save-data': ['on', 'off'],
  dnt: ['1'],
  'sec-gpc': ['1', 'x'],
  'stripe-signature': ['t=1,v1=00', 't=x', ',,,', 't=1,v1=', 'v1=00'],
  'calendly-webhook-signature': ['t=1,v1=00', 't=x', ',,,', 't=9e99,v1=zz'],
  'x-cal-signature-256': ['00', 'zz', 'f'.repeat(64)],
  'x-http-method-override': ['DELETE', 'PATCH'],
  'x-request-id': ['1', '../x'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'x'],
  upgrade: ['websocket', 'h2c'],
  expect: ['100-continue', 'x'],
  te: ['trailers'],
};

/** Headers that describe the body. */
const bodyHeaders = ['content-type', 'content-encoding', 'content-length', 'transfer-encoding'];

/** The names of all headers that requests are sent with. */
export const fuzzedHeaders: readonly string[] = [...Object.keys(usualValues), ...bodyHeaders];

/** Control characters and non-ASCII bytes, which only a raw socket can send. */
const control = fc.constantFrom(
  ...['\0', '\u0001', '\t', '\u007f', 'a\rb', 'a\nb', '\u00ff\u00fe', '\u001b[2J'],
);

export type Header = readonly [name: string, value: string];

/** One header: usually with a plausible value, else empty, long, hostile, repeated or unprintable. */
const header: fc.Arbitrary<Header[]> = fc
  .constantFrom(...Object.entries(usualValues))
  .chain(([name, values]) => {
    const once = (values: fc.Arbitrary<string>) => values.map((value): Header[] => [[name, value]]);
    const usual = fc.constantFrom(...values);
    return fc.oneof(
      { weight: 24, arbitrary: once(usual) },
      {
        weight: 2,
        arbitrary: once(fc.constantFrom('', ' ', 'x'.repeat(5_000), ','.repeat(3_000))),
      },
      { weight: 2, arbitrary: once(hostile) },
      {
        weight: 2,
        arbitrary: fc
          .array(usual, { minLength: 2, maxLength: 4 })
          .map((all) => all.map((value): Header => [name, value])),
      },
      { weight: 1, arbitrary: once(control) },
    );
  });

/** Up to six headers; occasionally more than the server accepts. */
export const headers: fc.Arbitrary<Header[]> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.array(header, { maxLength: 6 }).map((all) => all.flat()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Header[]>(
      [['x-long', 'x'.repeat(20_000)]],
      Array.from({ length: 3_000 }, (_, index): Header => [`x-${index}`, '']),
    ),
  },
);

const usually = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** How a body is declared in the headers; undefined means the real type or length. */
export const announcement = fc.record({
  'content-type': usually<string | undefined>(
    undefined,
    ...['', ';;', 'x'.repeat(5_000), 'text/plain', 'application/xml', 'image/jpeg'],
    ...['application/json; charset=utf-16', 'application/json, text/plain'],
    ...['multipart/form-data; boundary=x', 'multipart/form-data'],
    'application/x-www-form-urlencoded',
  ),
  'content-encoding': usually<string | undefined>(undefined, 'identity', 'gzip', 'br', 'a, b', ''),
  // Never more than the real length: the server would rightly wait for the rest.
  'content-length': usually<string | undefined>(
    undefined,
    ...['0', '', '-1', 'x', '1, 1', '0x10', '+1'],
  ),
  framing: usually<'length' | 'chunked' | 'both' | 'odd'>('length', 'chunked', 'both', 'odd'),
});
