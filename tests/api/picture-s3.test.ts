import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { referredPictures } from '../../src/app/picture-references.server';
import { pictureStorage } from '../../src/features/pictures/picture-storage.server';
import { s3Storage } from '../../src/features/pictures/s3-storage.server';
import { removeUnusedPictures } from '../../src/features/pictures/unused-pictures.server';
import { samplePicture } from '../pictures';
import { startS3 } from '../s3';
import { testApp } from '../test-app';

async function site() {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const app = await testApp(s3.settings);
  const jpeg = await samplePicture();
  return {
    ...app,
    s3,
    async upload() {
      const { uploadURL, servingPath } = (await app.admin('POST', '/api/objects/upload')).json();
      const answer = await app.admin('PUT', uploadURL, jpeg, { 'content-type': 'image/jpeg' });
      return { answer, servingPath: servingPath as string };
    },
  };
}

test('with a store in the settings, pictures lie there and are served from there', async () => {
  const { upload, visitor, s3, environment } = await site();
  const { answer, servingPath } = await upload();
  expect(answer.statusCode).toBe(200);
  const id = servingPath.slice('/objects/'.length);
  const types = [...s3.objects].map(([key, { type }]) => [key, type]);
  expect(types).toEqual([
    ...[192, 344, 516, 720, 1080].map((width) => [
      `/crew/pictures/${id}/${width}.webp`,
      'image/webp',
    ]),
    [`/crew/pictures/${id}/fallback.jpg`, 'image/jpeg'],
  ]);
  expect(existsSync(join(environment.DATA_DIR, 'pictures'))).toBe(false);
  const file = await visitor('GET', `${servingPath}/344.webp`);
  expect(file.headers['cache-control']).toContain('immutable');
  expect((await sharp(file.rawPayload).metadata()).width).toBe(344);
  expect(
    (await visitor('GET', `/objects/${id.replace(/./, (first) => (first === 'f' ? 'e' : 'f'))}`))
      .statusCode,
  ).toBe(404);
});

test('pictures that nothing refers to are removed from there', async () => {
  const { upload, db, environment, s3 } = await site();
  await upload();
  await db.updateTable('pictures').set({ unusedSince: '2020-01-01T00:00:00.000Z' }).execute();
  const storage = pictureStorage(environment);
  await removeUnusedPictures({ db, storage, referred: referredPictures });
  expect([...s3.objects.keys()]).toEqual([]);
  expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
});

test('a store that fails is said to be unavailable, and an upload can be tried again', async () => {
  const { upload, visitor, s3, db } = await site();
  const { servingPath } = await upload();
  s3.fail(true);
  const file = await visitor('GET', `${servingPath}/192.webp`);
  expect([file.statusCode, file.json().code]).toEqual([503, 'unavailable']);
  expect((await upload()).answer.statusCode).toBe(503);
  s3.fail(false);
  expect((await upload()).answer.statusCode).toBe(200);
  const states = await db.selectFrom('pictures').select('state').orderBy('createdAt').execute();
  // The failed one is kept in mind until the store can be asked to remove what it may have got.
  expect(states.map(({ state }) => state).sort()).toEqual(['leaving', 'ready', 'ready']);
});

/** Settles when a stream is destroyed, for whatever reason. */
const closing = (stream: Readable) =>
  new Promise<void>((resolve) => stream.once('close', () => resolve()));

test('a store that sends more than any picture has is not read to its end', async () => {
  const { upload, visitor, s3 } = await site();
  const { servingPath } = await upload();
  const part = Buffer.alloc(256 * 1024);
  let sent = 0;
  const endless = Readable.from(
    (function* parts() {
      for (;;) {
        sent += part.length;
        yield part;
      }
    })(),
  );
  const closed = closing(endless);
  const id = servingPath.slice('/objects/'.length);
  s3.objects.set(`/crew/pictures/${id}/192.webp`, { body: endless, type: 'image/webp' });
  const file = await visitor('GET', `${servingPath}/192.webp`);
  expect([file.statusCode, file.json().code]).toEqual([503, 'unavailable']);
  await closed;
  // The limit, and what lay in buffers on the way.
  expect(sent).toBeLessThan(60_000_000);
});

test('a store that sends a byte now and then is not read for ever', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const drip = Readable.from(
    (async function* drops() {
      for (;;) {
        yield Buffer.alloc(1);
        await pause(20);
      }
    })(),
  );
  const closed = closing(drip);
  s3.objects.set('/crew/pictures/one/192.webp', { body: drip, type: 'image/webp' });
  const { settings } = s3;
  const storage = s3Storage(
    {
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      bucket: settings.S3_BUCKET,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
    300,
  );
  await expect(storage.get('one', '192.webp')).rejects.toMatchObject({ code: 'unavailable' });
  await closed;
});
