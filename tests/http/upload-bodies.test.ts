import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';

describe('PUT /api/objects/upload/:id over a real connection', () => {
  /** Sends a stream over HTTP, so that the headers can contradict the body. */
  async function upload(headers: Record<string, string | number>, body: Readable) {
    const { app, createUploadUrl, adminCookie, expectNothingStored } = await createPictureSite();
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
    const { app, createUploadUrl, adminCookie, db, expectNothingStored } =
      await createPictureSite();
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
    const { admin } = await createPictureSite();
    const response = await admin('POST', '/api/talents', { name: 'x'.repeat(200_000) });
    expect(response.statusCode).toBe(413);
    const image = await admin('POST', '/api/talents', await samplePicture(), {
      'content-type': 'image/jpeg',
    });
    expect(image.statusCode).toBe(415);
  });

  test('sheds concurrent uploads with 503 and Retry-After', async () => {
    const { createUploadUrl, put } = await createPictureSite();
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
