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
