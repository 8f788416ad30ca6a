import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { createPictureSite, svgFile } from '../support/picture-site';
import { samplePicture } from '../support/pictures';

describe('upload URL', () => {
  test('is rejected after its first use', async () => {
    const { createUploadUrl, put } = await createPictureSite();
    const url = await createUploadUrl();
    const jpeg = await samplePicture();
    const responses = await Promise.all([put(url, jpeg), put(url, jpeg)]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409]);
    expect((await put(url, jpeg)).statusCode).toBe(409);
  });

  test('is used up by a rejected picture', async () => {
    const { createUploadUrl, put, expectNothingStored } = await createPictureSite();
    const url = await createUploadUrl();
    await put(url, svgFile, 'image/png');
    expect((await put(url, await samplePicture())).statusCode).toBe(410);
    await expectNothingStored();
  });

  test('is issued for ten minutes and rejected once its database row has expired', async () => {
    const { createUploadUrl, put, db, expectNothingStored } = await createPictureSite();
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
    const { createUploadUrl, put, expectNothingStored } = await createPictureSite();
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
    const { app, createUploadUrl, visitor, db, expectNothingStored } = await createPictureSite();
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
});

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
