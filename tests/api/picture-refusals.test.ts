import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startSession } from '../../src/features/auth/session-store.server';
import { paddedJpeg, pngBomb, samplePicture } from '../pictures';
import { testApp } from '../test-app';

async function site() {
  const app = await testApp();
  const { admin, db, environment } = app;
  return {
    ...app,
    async address(): Promise<string> {
      return (await admin('POST', '/api/objects/upload')).json().uploadURL;
    },
    put: (url: string, bytes: unknown, type = 'image/jpeg', headers: Record<string, string> = {}) =>
      admin('PUT', url, bytes, { ...(type && { 'content-type': type }), ...headers }),
    /** Nothing of a refused picture may be left, on the disk or in the database. */
    async expectNothingKept() {
      const folder = join(environment.DATA_DIR, 'pictures');
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
      const rows = await db.selectFrom('pictures').select('state').execute();
      expect(rows.filter(({ state }) => state !== 'awaited')).toEqual([]);
    },
  };
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
const executable = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(4000, 7)]);
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(200, 1)]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');

/** What is sent, the type that it is said to be of, and the answer. */
const refusals: [string, () => Buffer | Promise<Buffer>, string, number, string][] = [
  ['a renamed executable', () => executable, 'image/jpeg', 415, 'unsupported_type'],
  ['an SVG with a script', () => svg, 'image/svg+xml', 415, 'unsupported_type'],
  ['an SVG that says it is a PNG', () => svg, 'image/png', 415, 'unsupported_type'],
  ['a page', () => html, 'image/gif', 415, 'unsupported_type'],
  ['a TIFF', () => samplePicture('tiff'), 'image/tiff', 415, 'unsupported_type'],
  ['a TIFF that says it is a JPEG', () => samplePicture('tiff'), '', 415, 'unsupported_type'],
  ['nothing', () => Buffer.alloc(0), 'image/jpeg', 415, 'unsupported_type'],
  [
    'a PNG that says it is a JPEG',
    () => samplePicture('png'),
    'image/jpeg',
    415,
    'unsupported_type',
  ],
  ['a JPEG that says it is text', () => samplePicture(), 'text/html', 415, 'unsupported_type'],
  ['a PNG bomb of 900 megapixels', () => pngBomb(30_000), 'image/png', 422, 'unreadable'],
];
/** An AVIF that says it is larger than it is: making a large one takes seconds. */
async function largeAvif() {
  const avif = await samplePicture('avif');
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(5_000, size);
  avif.writeUInt32BE(4_000, size + 4);
  return avif;
}
refusals.push(['an AVIF of 20 megapixels', largeAvif, 'image/avif', 422, 'unreadable']);

for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  const type = `image/${format}`;
  const half = async () => {
    const whole = await samplePicture(format);
    return whole.subarray(0, whole.length / 2);
  };
  refusals.push([`half a ${format}`, half, type, 422, 'unreadable']);
  for (const [name, tail] of [
    ['an archive', zip],
    ['a page', html],
  ] as const) {
    const both = async () => Buffer.concat([await samplePicture(format), tail]);
    refusals.push([`a ${format} with ${name} behind it`, both, type, 422, 'unreadable']);
  }
}

test.each(refusals)(
  '%s is refused, and nothing of it is kept',
  async (_, make, type, status, code) => {
    const { address, put, expectNothingKept } = await site();
    const answer = await put(await address(), await make(), type);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { code, message: expect.any(String) },
    ]);
    await expectNothingKept();
  },
);

/** A HEIC photo's beginning: its brands, and nothing that could be decoded. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

describe('PUT /api/objects/upload/:id', () => {
  const heicReason =
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.";
  const svgReason =
    'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.';
  const tiffReason =
    "TIFF pictures can't be read here. Export it as JPEG, PNG or WebP and try again.";
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);

  test.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
    ['a HEIC photo', () => heic, 'image/heic', heicReason],
    ['a HEIC photo without a type', () => heic, '', heicReason],
    ['a HEIC photo named a JPEG', () => heic, 'image/jpeg', heicReason],
    ['an SVG', () => svg, 'image/svg+xml', svgReason],
    ['an SVG named a PNG', () => svg, 'image/png', svgReason],
    [
      'an SVG behind an XML line',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
      '',
      svgReason,
    ],
    ['a TIFF', () => samplePicture('tiff'), 'image/tiff', tiffReason],
    ['a TIFF without a type', () => samplePicture('tiff'), '', tiffReason],
    [
      'a BMP',
      () => bmp,
      'image/bmp',
      "BMP pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
    ],
    [
      'a picture of a rare format',
      () => bmp.subarray(9),
      'image/x-pcx',
      "Pictures of this format can't be read here. Export it as JPEG, PNG or WebP and try again.",
    ],
    ['a page', () => html, 'image/gif', 'This is not a JPEG, PNG, WebP, AVIF or GIF picture.'],
  ])('refuses %s with 415, the reason and what to do', async (_, make, type, message) => {
    const { address, put, expectNothingKept } = await site();
    const answer = await put(await address(), await make(), type);
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      { code: 'unsupported_type', message },
    ]);
    await expectNothingKept();
  });
});

test('a JPEG whose end alone is missing is refused', async () => {
  const { address, put, expectNothingKept } = await site();
  const jpeg = await samplePicture();
  const answer = await put(await address(), jpeg.subarray(0, jpeg.length - 2));
  expect(answer.statusCode).toBe(422);
  await expectNothingKept();
});

test('what phones hang on to their photos is no reason to refuse them, and is not kept', async () => {
  const { address, put, visitor } = await site();
  const jpeg = await samplePicture();
  const film = Buffer.from('00000018667479706d703432SECRET', 'latin1');
  film.write('\0\0\0\x18ftypmp42', 0, 'latin1');
  for (const tail of [jpeg, film, Buffer.from('SECRET notes SEFT'), Buffer.alloc(64)]) {
    const answer = await put(await address(), Buffer.concat([jpeg, tail]));
    expect(answer.statusCode).toBe(200);
    const { servingPath } = answer.json();
    for (const path of [servingPath, `${servingPath}/516.webp`]) {
      const { rawPayload } = await visitor('GET', path);
      expect(rawPayload.includes('SECRET')).toBe(false);
      expect(rawPayload.includes('ftyp')).toBe(false);
    }
  }
});

test('what a JPEG says in a comment does not survive', async () => {
  const { address, put, visitor } = await site();
  const jpeg = await samplePicture();
  const padded = paddedJpeg(jpeg, jpeg.length + 300);
  html.copy(padded, 10);
  const { servingPath } = (await put(await address(), padded)).json();
  expect((await visitor('GET', servingPath)).rawPayload.includes('<script>')).toBe(false);
});

describe('an upload address', () => {
  test('is good for one picture', async () => {
    const { address, put } = await site();
    const url = await address();
    const jpeg = await samplePicture();
    const both = await Promise.all([put(url, jpeg), put(url, jpeg)]);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect((await put(url, jpeg)).statusCode).toBe(409);
  });

  test('is used up by a picture that is refused', async () => {
    const { address, put, expectNothingKept } = await site();
    const url = await address();
    await put(url, svg, 'image/png');
    expect((await put(url, await samplePicture())).statusCode).toBe(410);
    await expectNothingKept();
  });

  test('is good for ten minutes, as the address says and as the database says', async () => {
    const { address, put, db, expectNothingKept } = await site();
    const url = await address();
    const expires = Number(new URL(url, 'http://x').searchParams.get('expires'));
    const minutes = (expires - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.8);
    expect(minutes).toBeLessThanOrEqual(10);
    await db
      .updateTable('pictures')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .execute();
    const answer = await put(url, await samplePicture());
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'gone']);
    await expectNothingKept();
  });

  test('is not good once changed', async () => {
    const { address, put, expectNothingKept } = await site();
    const url = await address();
    const later = url.replace(/expires=\d+/, `expires=${Date.now() + 86_400_000}`);
    const other = url.replace(/upload\/[^?]+/, 'upload/00000000-0000-4000-8000-000000000000');
    const unsigned = url.replace(/&signature=.*/, '&signature=');
    for (const changed of [later, other, unsigned]) {
      const answer = await put(changed, await samplePicture());
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    }
    expect((await put('/api/objects/upload/x', await samplePicture())).statusCode).toBe(400);
    await expectNothingKept();
  });

  test('is good for the session that asked for it, and no other', async () => {
    const { app, address, visitor, db, expectNothingKept } = await site();
    const url = await address();
    const payload = await samplePicture();
    const headers = { 'content-type': 'image/jpeg' };
    expect((await visitor('PUT', url, payload, headers)).statusCode).toBe(401);
    const cookie = `session=${await startSession(db, 'admin')}`;
    const answer = await app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { ...headers, cookie },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    await expectNothingKept();
  });

  test('is given to the admin alone', async () => {
    const { visitor, db } = await site();
    expect((await visitor('POST', '/api/objects/upload')).statusCode).toBe(401);
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
  });
});

test('other calls still take no more than they need', async () => {
  const { admin } = await site();
  const answer = await admin('POST', '/api/talents', { name: 'x'.repeat(200_000) });
  expect(answer.statusCode).toBe(413);
  const image = await admin('POST', '/api/talents', await samplePicture(), {
    'content-type': 'image/jpeg',
  });
  expect(image.statusCode).toBe(415);
});

describe('over a real connection', () => {
  /** Sends a body by hand, so that its head can lie. */
  async function send(headers: Record<string, string | number>, body: Readable) {
    const { app, address, adminCookie, expectNothingKept } = await site();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const url = new URL(await address(), origin);
    const cookie = await adminCookie();
    const status = await new Promise<number | string>((resolve) => {
      const call = httpRequest(
        url,
        { method: 'PUT', headers: { cookie, 'content-type': 'image/jpeg', ...headers } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      body.on('error', () => undefined).pipe(call);
      call.on('close', () => body.destroy());
    });
    return { status, expectNothingKept };
  }

  /** Goes on as long as it is read. */
  function* endless() {
    const part = Buffer.alloc(64 * 1024, 1);
    for (;;) yield part;
  }

  test('a body without a length is counted, and cut off when it does not end', async () => {
    const { status, expectNothingKept } = await send({}, Readable.from(endless()));
    expect(status).toBe(413);
    await expectNothingKept();
  });

  test('one that says it is too long is not read', async () => {
    const body = Readable.from([Buffer.alloc(10)]);
    const { status, expectNothingKept } = await send({ 'content-length': 10_485_761 }, body);
    expect(status).toBe(413);
    await expectNothingKept();
  });

  test('a whole picture arrives in parts', async () => {
    const jpeg = await samplePicture();
    const parts = Readable.from([jpeg.subarray(0, 1000), jpeg.subarray(1000)]);
    expect((await send({}, parts)).status).toBe(200);
  });

  test('one that breaks off leaves nothing', async () => {
    const { app, address, adminCookie, db, expectNothingKept } = await site();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const url = new URL(await address(), origin);
    const headers = { cookie: await adminCookie(), 'content-type': 'image/jpeg' };
    const call = httpRequest(url, { method: 'PUT', headers });
    call.on('error', () => undefined);
    call.write((await samplePicture()).subarray(0, 1000));
    await expect
      .poll(() => db.selectFrom('pictures').select('state').execute())
      .toEqual([{ state: 'arriving' }]);
    call.destroy();
    await expect.poll(() => db.selectFrom('pictures').select('state').execute()).toEqual([]);
    await expectNothingKept();
  });
});

test('a flood of uploads is put off, not taken in', async () => {
  const { address, put } = await site();
  const jpeg = await sharp(await samplePicture('jpeg', { width: 2400, height: 1800 })).toBuffer();
  const urls: string[] = [];
  while (urls.length < 9) urls.push(await address());
  const answers = await Promise.all(urls.map((url) => put(url, jpeg)));
  const statuses = answers.map((answer) => answer.statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const refused = answers.find((answer) => answer.statusCode === 503);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});
