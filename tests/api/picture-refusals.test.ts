import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { createPngBomb, padJpeg, samplePicture } from '../pictures';
import { createTestApp } from '../test-app';

async function createSite() {
  const app = await createTestApp();
  const { admin, db, environment } = app;
  return {
    ...app,
    async createUploadUrl(): Promise<string> {
      return (await admin('POST', '/api/objects/upload')).json().uploadURL;
    },
    put: (url: string, bytes: unknown, type = 'image/jpeg', headers: Record<string, string> = {}) =>
      admin('PUT', url, bytes, { ...(type && { 'content-type': type }), ...headers }),
    /** Asserts that nothing of a rejected picture is left, neither on disk nor in the database. */
    async expectNothingStored() {
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

/** Title, body, Content-Type, and the expected status and error code. */
const invalidUploads: [string, () => Buffer | Promise<Buffer>, string, number, string][] = [
  ['a renamed executable', () => executable, 'image/jpeg', 415, 'unsupported_type'],
  ['an SVG with a script', () => svg, 'image/svg+xml', 415, 'unsupported_type'],
  ['an SVG declared as a PNG', () => svg, 'image/png', 415, 'unsupported_type'],
  ['an HTML page', () => html, 'image/gif', 415, 'unsupported_type'],
  ['a TIFF', () => samplePicture('tiff'), 'image/tiff', 415, 'unsupported_type'],
  ['a TIFF without a Content-Type', () => samplePicture('tiff'), '', 415, 'unsupported_type'],
  ['an empty body', () => Buffer.alloc(0), 'image/jpeg', 415, 'unsupported_type'],
  ['a PNG declared as a JPEG', () => samplePicture('png'), 'image/jpeg', 415, 'unsupported_type'],
  ['a JPEG declared as text', () => samplePicture(), 'text/html', 415, 'unsupported_type'],
  ['a PNG bomb of 900 megapixels', () => createPngBomb(30_000), 'image/png', 422, 'unreadable'],
];
/** Creates a small AVIF whose header claims 20 megapixels: encoding a real one takes seconds. */
async function largeAvif() {
  const avif = await samplePicture('avif');
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(5_000, size);
  avif.writeUInt32BE(4_000, size + 4);
  return avif;
}
invalidUploads.push(['an AVIF of 20 megapixels', largeAvif, 'image/avif', 422, 'unreadable']);

for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  const type = `image/${format}`;
  const truncated = async () => {
    const whole = await samplePicture(format);
    return whole.subarray(0, whole.length / 2);
  };
  invalidUploads.push([`half of a ${format}`, truncated, type, 422, 'unreadable']);
  for (const [name, tail] of [
    ['an archive', zip],
    ['an HTML page', html],
  ] as const) {
    const withTail = async () => Buffer.concat([await samplePicture(format), tail]);
    invalidUploads.push([`a ${format} followed by ${name}`, withTail, type, 422, 'unreadable']);
  }
}

describe('PUT /api/objects/upload/:id with an invalid picture', () => {
  test.each(invalidUploads)(
    'rejects %s and stores nothing',
    async (_, createBody, type, status, code) => {
      const { createUploadUrl, put, expectNothingStored } = await createSite();
      const response = await put(await createUploadUrl(), await createBody(), type);
      expect([response.statusCode, response.json()]).toEqual([
        status,
        { code, message: expect.any(String) },
      ]);
      await expectNothingStored();
    },
  );
});

/** The start of a HEIC file: the brands that identify it, without any image data. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

describe('PUT /api/objects/upload/:id with an unsupported format', () => {
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
    ['a HEIC photo declared as a JPEG', () => heic, 'image/jpeg', heicReason],
    ['an SVG', () => svg, 'image/svg+xml', svgReason],
    ['an SVG declared as a PNG', () => svg, 'image/png', svgReason],
    [
      'an SVG with an XML declaration',
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
      'a picture in a rare format',
      () => bmp.subarray(9),
      'image/x-pcx',
      "Pictures of this format can't be read here. Export it as JPEG, PNG or WebP and try again.",
    ],
    [
      'an HTML page',
      () => html,
      'image/gif',
      'This is not a JPEG, PNG, WebP, AVIF or GIF picture.',
    ],
  ])('rejects %s with 415, the reason and what to do', async (_, createBody, type, message) => {
    const { createUploadUrl, put, expectNothingStored } = await createSite();
    const response = await put(await createUploadUrl(), await createBody(), type);
    expect([response.statusCode, response.json()]).toEqual([
      415,
      { code: 'unsupported_type', message },
    ]);
    await expectNothingStored();
  });
});

describe('PUT /api/objects/upload/:id with a JPEG', () => {
  test('rejects a JPEG that lacks only its last two bytes', async () => {
    const { createUploadUrl, put, expectNothingStored } = await createSite();
    const jpeg = await samplePicture();
    const response = await put(await createUploadUrl(), jpeg.subarray(0, jpeg.length - 2));
    expect(response.statusCode).toBe(422);
    await expectNothingStored();
  });

  test('accepts the data that phones append to a JPEG, and removes it', async () => {
    const { createUploadUrl, put, visitor } = await createSite();
    const jpeg = await samplePicture();
    const video = Buffer.from('00000018667479706d703432SECRET', 'latin1');
    video.write('\0\0\0\x18ftypmp42', 0, 'latin1');
    for (const tail of [jpeg, video, Buffer.from('SECRET notes SEFT'), Buffer.alloc(64)]) {
      const response = await put(await createUploadUrl(), Buffer.concat([jpeg, tail]));
      expect(response.statusCode).toBe(200);
      const { servingPath } = response.json();
      for (const path of [servingPath, `${servingPath}/516.webp`]) {
        const { rawPayload } = await visitor('GET', path);
        expect(rawPayload.includes('SECRET')).toBe(false);
        expect(rawPayload.includes('ftyp')).toBe(false);
      }
    }
  });

  test('removes the comments of a JPEG', async () => {
    const { createUploadUrl, put, visitor } = await createSite();
    const jpeg = await samplePicture();
    const padded = padJpeg(jpeg, jpeg.length + 300);
    html.copy(padded, 10);
    const { servingPath } = (await put(await createUploadUrl(), padded)).json();
    expect((await visitor('GET', servingPath)).rawPayload.includes('<script>')).toBe(false);
  });
});

describe('upload URL', () => {
  test('is rejected after its first use', async () => {
    const { createUploadUrl, put } = await createSite();
    const url = await createUploadUrl();
    const jpeg = await samplePicture();
    const responses = await Promise.all([put(url, jpeg), put(url, jpeg)]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409]);
    expect((await put(url, jpeg)).statusCode).toBe(409);
  });

  test('is used up by a rejected picture', async () => {
    const { createUploadUrl, put, expectNothingStored } = await createSite();
    const url = await createUploadUrl();
    await put(url, svg, 'image/png');
    expect((await put(url, await samplePicture())).statusCode).toBe(410);
    await expectNothingStored();
  });

  test('is issued for ten minutes and rejected once its database row has expired', async () => {
    const { createUploadUrl, put, db, expectNothingStored } = await createSite();
    const url = await createUploadUrl();
    const expires = Number(new URL(url, 'http://x').searchParams.get('expires'));
    const minutes = (expires - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.8);
    expect(minutes).toBeLessThanOrEqual(10);
    await db
      .updateTable('pictures')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .execute();
    const response = await put(url, await samplePicture());
    expect([response.statusCode, response.json().code]).toEqual([410, 'gone']);
    await expectNothingStored();
  });

  test('is rejected when it was tampered with', async () => {
    const { createUploadUrl, put, expectNothingStored } = await createSite();
    const url = await createUploadUrl();
    const extended = url.replace(/expires=\d+/, `expires=${Date.now() + 86_400_000}`);
    const other = url.replace(/upload\/[^?]+/, 'upload/00000000-0000-4000-8000-000000000000');
    const unsigned = url.replace(/&signature=.*/, '&signature=');
    for (const changed of [extended, other, unsigned]) {
      const response = await put(changed, await samplePicture());
      expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
    }
    expect((await put('/api/objects/upload/x', await samplePicture())).statusCode).toBe(400);
    await expectNothingStored();
  });

  test('is valid only for the session that requested it', async () => {
    const { app, createUploadUrl, visitor, db, expectNothingStored } = await createSite();
    const url = await createUploadUrl();
    const payload = await samplePicture();
    const headers = { 'content-type': 'image/jpeg' };
    expect((await visitor('PUT', url, payload, headers)).statusCode).toBe(401);
    const cookie = `session=${await startSession(db, 'admin')}`;
    const response = await app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { ...headers, cookie },
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
    await expectNothingStored();
  });

  test('is created only for the admin', async () => {
    const { visitor, db } = await createSite();
    expect((await visitor('POST', '/api/objects/upload')).statusCode).toBe(401);
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
  });
});

describe('PUT /api/objects/upload/:id over a real connection', () => {
  /** Sends a stream over HTTP, so that the headers can contradict the body. */
  async function upload(headers: Record<string, string | number>, body: Readable) {
    const { app, createUploadUrl, adminCookie, expectNothingStored } = await createSite();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const url = new URL(await createUploadUrl(), origin);
    const cookie = await adminCookie();
    const status = await new Promise<number | string>((resolve) => {
      const request = httpRequest(
        url,
        { method: 'PUT', headers: { cookie, 'content-type': 'image/jpeg', ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      body.on('error', () => undefined).pipe(request);
      request.on('close', () => body.destroy());
    });
    return { status, expectNothingStored };
  }

  /** Yields chunks for as long as somebody reads. */
  function* generateForever() {
    const chunk = Buffer.alloc(64 * 1024, 1);
    for (;;) yield chunk;
  }

  test('cuts off a body without Content-Length that exceeds the limit', async () => {
    const { status, expectNothingStored } = await upload({}, Readable.from(generateForever()));
    expect(status).toBe(413);
    await expectNothingStored();
  });

  test('rejects a Content-Length above the limit', async () => {
    const body = Readable.from([Buffer.alloc(10)]);
    const { status, expectNothingStored } = await upload({ 'content-length': 10_485_761 }, body);
    expect(status).toBe(413);
    await expectNothingStored();
  });

  test('accepts a picture that arrives in chunks', async () => {
    const jpeg = await samplePicture();
    const chunks = Readable.from([jpeg.subarray(0, 1000), jpeg.subarray(1000)]);
    expect((await upload({}, chunks)).status).toBe(200);
  });

  test('removes everything of an upload that was aborted', async () => {
    const { app, createUploadUrl, adminCookie, db, expectNothingStored } = await createSite();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const url = new URL(await createUploadUrl(), origin);
    const headers = { cookie: await adminCookie(), 'content-type': 'image/jpeg' };
    const request = httpRequest(url, { method: 'PUT', headers });
    request.on('error', () => undefined);
    request.write((await samplePicture()).subarray(0, 1000));
    await expect
      .poll(() => db.selectFrom('pictures').select('state').execute())
      .toEqual([{ state: 'arriving' }]);
    request.destroy();
    await expect.poll(() => db.selectFrom('pictures').select('state').execute()).toEqual([]);
    await expectNothingStored();
  });
});

describe('upload limits', () => {
  test('other routes still reject large bodies and pictures', async () => {
    const { admin } = await createSite();
    const response = await admin('POST', '/api/talents', { name: 'x'.repeat(200_000) });
    expect(response.statusCode).toBe(413);
    const image = await admin('POST', '/api/talents', await samplePicture(), {
      'content-type': 'image/jpeg',
    });
    expect(image.statusCode).toBe(415);
  });

  test('sheds concurrent uploads with 503 and Retry-After', async () => {
    const { createUploadUrl, put } = await createSite();
    const jpeg = await sharp(await samplePicture('jpeg', { width: 2400, height: 1800 })).toBuffer();
    const urls: string[] = [];
    while (urls.length < 9) urls.push(await createUploadUrl());
    const responses = await Promise.all(urls.map((url) => put(url, jpeg)));
    const statuses = responses.map((response) => response.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const rejected = responses.find((response) => response.statusCode === 503);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
