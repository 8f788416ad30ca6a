import dns from 'node:dns';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findReferencedPictures } from '../../src/app/feature-hooks.server';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { createPictureStorage } from '../../src/foundation/media/plugin.server';
import { removeUnusedPictures } from '../../src/foundation/media/remove-unused-pictures.server';
import { createS3Storage } from '../../src/foundation/media/s3-storage.server';
import { examinePictureStore } from '../../src/operations/checks/examine-services.server';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { startS3 } from '../support/s3';

async function createSite() {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const app = await createPictureSite(s3.settings);
  const jpeg = await samplePicture();
  return { ...app, s3, upload: () => app.upload(jpeg) };
}

describe('S3 picture storage', () => {
  test('stores and serves pictures when it is configured, and writes nothing to disk', async () => {
    const { upload, visitor, s3, environment } = await createSite();
    const { response, servingPath } = await upload();
    expect(response.statusCode).toBe(200);
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

  test('no longer holds unreferenced pictures after the removal job', async () => {
    const { upload, db, environment, s3 } = await createSite();
    await upload();
    await db.updateTable('pictures').set({ unusedSince: '2020-01-01T00:00:00.000Z' }).execute();
    const storage = createPictureStorage(environment);
    await removeUnusedPictures({ db, storage, findReferencedIds: findReferencedPictures });
    expect([...s3.objects.keys()]).toEqual([]);
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
  });

  test('leads to 503 while it fails, and an upload succeeds on retry', async () => {
    const { upload, visitor, s3, db } = await createSite();
    const { servingPath } = await upload();
    s3.fail(true);
    const file = await visitor('GET', `${servingPath}/192.webp`);
    expect([file.statusCode, file.json().code]).toEqual([503, 'unavailable']);
    expect((await upload()).response.statusCode).toBe(503);
    s3.fail(false);
    expect((await upload()).response.statusCode).toBe(200);
    const states = await db.selectFrom('pictures').select('state').orderBy('createdAt').execute();
    // The failed upload stays recorded until its leftovers can be deleted from the bucket.
    expect(states.map(({ state }) => state).sort()).toEqual(['leaving', 'ready', 'ready']);
  });
});

/** Resolves when the stream is destroyed, for any reason. */
const waitForClose = (stream: Readable) =>
  new Promise<void>((resolve) => stream.once('close', () => resolve()));

describe('S3 response', () => {
  test('is not read further once a response exceeds the size limit', async () => {
    const { upload, visitor, s3 } = await createSite();
    const { servingPath } = await upload();
    const chunk = Buffer.alloc(256 * 1024);
    let sentBytes = 0;
    const endlessBody = Readable.from(
      (function* generateChunks() {
        for (;;) {
          sentBytes += chunk.length;
          yield chunk;
        }
      })(),
    );
    const closed = waitForClose(endlessBody);
    const id = servingPath.slice('/objects/'.length);
    s3.objects.set(`/crew/pictures/${id}/192.webp`, { body: endlessBody, type: 'image/webp' });
    const file = await visitor('GET', `${servingPath}/192.webp`);
    expect([file.statusCode, file.json().code]).toEqual([503, 'unavailable']);
    await closed;
    // The limit plus what was in buffers along the way.
    expect(sentBytes).toBeLessThan(60_000_000);
  });

  test('is given up after the timeout when it sends single bytes forever', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const slowBody = Readable.from(
      (async function* generateBytes() {
        for (;;) {
          yield Buffer.alloc(1);
          await pause(20);
        }
      })(),
    );
    const closed = waitForClose(slowBody);
    s3.objects.set('/crew/pictures/one/192.webp', { body: slowBody, type: 'image/webp' });
    const storage = createS3Storage(s3.settings, 300);
    await expect(storage.get('one', '192.webp')).rejects.toMatchObject({ code: 'unavailable' });
    await closed;
  });
});

describe('the doctor’s check of the picture store', () => {
  test('reports a store that fails', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    s3.fail(true);
    const environment = readEnvironment(s3.settings);
    expect(await examinePictureStore({ environment })).toEqual([
      { level: 'broken', text: expect.stringContaining("The picture store can't be used") },
    ]);
  });

  test.each([
    ['store', ['ok']],
    ['store.example', ['ok', 'unsafe']],
  ])('accepts http only in the private network (%s)', async (host, levels) => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const respond = args.at(-1) as (error: null, addresses: unknown[]) => void;
      process.nextTick(respond, null, [{ address: '127.0.0.1', family: 4 }]);
    });
    onTestFinished(() => lookup.mockRestore());
    const S3_ENDPOINT = s3.settings.S3_ENDPOINT.replace('127.0.0.1', host);
    const environment = readEnvironment({ ...s3.settings, S3_ENDPOINT });
    const findings = await examinePictureStore({ environment });
    expect(findings.map(({ level }) => level)).toEqual(levels);
  });
});
