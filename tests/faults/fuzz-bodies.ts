import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzRoute, Schema } from './fuzz-routes';

/** Texts known from attacks and from encoding bugs. */
export const hostile = fc.constantFrom(
  ...["' or 1=1 --", '"; drop table leads; --', '=cmd|calc!A1', '#{7*7}{{7*7}}'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'a\r\nSet-Cookie: x=1'],
  ...['../../../../etc/passwd', '%2e%2e%2f%00', '\u0000', '\ud800', '\u202e\u200b'],
  ...['x'.repeat(10_001), '💥'.repeat(300), '__proto__', 'constructor'],
  ...['NaN', '1e400', '2026-02-31T25:61:61Z'],
);

export const text = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 200 }));

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, 1e308, -0, 2 ** 53),
  fc.array(text, { maxLength: 60 }),
  fc.dictionary(text, text, { maxKeys: 5 }),
);

/** Numbers that may overflow a column of either engine or a sum. */
const extremeNumber = fc.constantFrom(-1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -0);

/** A gzip bomb: one kilobyte that decompresses to a megabyte. */
const bomb = gzipSync(Buffer.alloc(1_000_000, '['));

/** Builds values that a schema is likely to accept, and some that are extreme. */
export const validValue = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.oneof(fc.nat(100), fc.integer(), extremeNumber);
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(validValue(schema.items ?? {}), { maxLength: 5 });
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    const values = fields.map(([name, field]) => [name, validValue(field)] as const);
    return fc.record(Object.fromEntries(values), { requiredKeys: [] });
  }
  return fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.emailAddress());
};

/** A body with its matching Content-Type; hostile requests mix them up. */
interface Body {
  type: string;
  bytes: Buffer;
}

const json = (body: fc.Arbitrary<string | Buffer>): fc.Arbitrary<Body> =>
  body.map((bytes) => ({ type: 'application/json', bytes: Buffer.from(bytes) }));

function buildJson({ properties, example = {} }: FuzzRoute): fc.Arbitrary<Body> {
  const shape = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: validValue(schema) }, { weight: 1, arbitrary: anyValue }),
    ]),
  );
  const mixed = fc.record(shape, { requiredKeys: [] }).map((body) => JSON.stringify(body));
  const names = Object.keys(shape);
  // A valid example with at most two changed fields gets past validation, where most others fail.
  const nearlyValid = fc
    .tuple(fc.record(shape), fc.subarray(names, { maxLength: Math.min(2, names.length) }))
    .map(([values, changed]) =>
      JSON.stringify({
        ...example,
        ...Object.fromEntries(changed.map((name) => [name, values[name]])),
      }),
    );
  return json(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(JSON.stringify(example)) },
      { weight: 6, arbitrary: nearlyValid },
      { weight: 3, arbitrary: mixed },
      { weight: 2, arbitrary: anyValue.map((value) => JSON.stringify(value) ?? '') },
      {
        weight: 1,
        arbitrary: fc.constantFrom<string | Buffer>(
          '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
          '{"a":{"constructor":{"prototype":{"admin":true}}}}',
          `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
          bomb,
        ),
      },
      { weight: 1, arbitrary: text },
    ),
  );
}

/** A valid lead in the form's fields. */
const validForm: Record<string, string> = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@visitor.example',
  phone: '+1 512 555 0199',
  companyName: 'Ruiz Plumbing',
  numberOfLocations: '3',
};

/** Percent-encodes a value as a form does; a lone surrogate has no encoding. */
const encode = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Form fields: valid ones, with some replaced by hostile text. */
const formFields = ({ properties }: FuzzRoute): fc.Arbitrary<[string, string][]> =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(properties)), text, { maxKeys: 2 })
    .chain((invalid) =>
      fc.boolean().map((isWhole) => Object.entries({ ...(isWhole && validForm), ...invalid })),
    );

const toUrlencoded = (fields: [string, string][]): string =>
  fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

const toMultipart = (fields: [string, string][]): string =>
  [
    ...fields.map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${encode(name)}"\r\n\r\n${value}\r\n`,
    ),
    '--x--\r\n',
  ].join('');

/** Bodies that a form parser may mishandle. */
const malformedForm = fc.oneof(
  fc.constantFrom(
    ...['', '&', '=', '%', 'email=%', 'email=%zz&email=%ff', 'a[b][c]=d', 'a=b;c=d', '&&='],
  ),
  fc.constantFrom('email=a&'.repeat(99), 'a=b&'.repeat(9_000), `message=${'%F0%9F'.repeat(900)}`),
  fc.constantFrom('__proto__=x&constructor=y', `${'k'.repeat(200)}=v`, 'openedAt=9999999999999'),
  text,
);

const malformedMultipart = fc.constantFrom(
  ...['', '--x', '--x\r\n\r\n', '--x--', '--y\r\n'.repeat(500)],
);

function buildForm(route: FuzzRoute): fc.Arbitrary<Body> {
  const withType = (type: string, body: fc.Arbitrary<string>) =>
    body.map((bytes): Body => ({ type, bytes: Buffer.from(bytes) }));
  const urlencoded = 'application/x-www-form-urlencoded';
  return fc.oneof(
    { weight: 6, arbitrary: withType(urlencoded, formFields(route).map(toUrlencoded)) },
    { weight: 2, arbitrary: withType(urlencoded, malformedForm) },
    {
      weight: 1,
      arbitrary: withType('multipart/form-data; boundary=x', formFields(route).map(toMultipart)),
    },
    { weight: 1, arbitrary: withType('multipart/form-data; boundary=x', malformedMultipart) },
    { weight: 1, arbitrary: buildJson(route) },
  );
}

/** A GIF of one pixel, and files that only start like pictures. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const pictures = [
  pixel,
  pixel.subarray(0, 20),
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from('ffd8ffe000104a46494600', 'hex'),
  Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.alloc(0),
  Buffer.alloc(50_000, 0xff),
];

const picture: fc.Arbitrary<Body> = fc.record({
  type: fc.constantFrom('image/gif', 'image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'x'),
  bytes: fc.constantFrom(...pictures),
});

/** A file of leads: known and unknown columns, and cells that a parser or a spreadsheet may mishandle. */
const csv: fc.Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(
      fc.array(
        fc.oneof(
          fc.constantFrom(
            ...['Company', 'Contact', 'Email', 'Phone', 'Status', 'Created', 'a@b.example'],
          ),
          fc.constantFrom('"', '""', '"a', '"a\nb"', '"a""b"', '4', '2026-03-02', ''),
          text,
        ),
        { maxLength: 6 },
      ),
      { maxLength: 30 },
    ),
  )
  .map(([start, comma, end, rows]) => ({
    type: 'text/csv',
    bytes: Buffer.from(
      `${start}Company${comma}Contact${comma}Email${end}${rows.map((row) => row.join(comma)).join(end)}`,
    ),
  }));

/** Builds bodies that are close to what the route accepts. */
export function buildBody(route: FuzzRoute): fc.Arbitrary<Body> {
  if (route.kind === 'csv') return csv;
  if (route.kind === 'form') return buildForm(route);
  if (route.kind === 'upload') return picture;
  return buildJson(route);
}
