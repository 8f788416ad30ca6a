import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { operate } from '../support/operate';
import { samplePicture } from '../support/pictures';
import { startS3 } from '../support/s3';
import { sampleItems } from '../support/samples';
import { startServer } from '../support/server-process';
import { createTestFolder } from '../support/test-resources';

/** Creates a site with a picture in its data folder that an item refers to, and a bucket. */
async function createSiteWithPicture() {
  const folder = createTestFolder();
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const env = { DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };
  const server = await startServer(env);
  const owner = new ApiClient(server.url);
  await owner.signIn();
  const created = await owner.post('/api/objects/upload');
  const { uploadURL, servingPath } = created.body as { uploadURL: string; servingPath: string };
  const uploaded = await owner.request('PUT', uploadURL, await samplePicture(), {
    'Content-Type': 'image/jpeg',
  });
  expect(uploaded.status).toBe(200);
  const item = { ...sampleItems.talents, imageUrl: servingPath };
  expect((await owner.post('/api/talents', item)).status).toBe(201);
  await server.stop();
  const pictures = join(folder, 'pictures');
  return {
    env,
    s3,
    servingPath,
    listFolders: () => (existsSync(pictures) ? readdirSync(pictures) : []),
  };
}

/** Starts the site with these settings, and reads a file of the picture. */
async function readPicture(env: Record<string, string> & { DATA_DIR: string }, path: string) {
  const server = await startServer(env);
  try {
    const response = await fetch(`${server.url}${path}/344.webp`);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  } finally {
    await server.stop();
  }
}

describe('npm run pictures', () => {
  test('moves pictures to the bucket and back, without a change', async () => {
    const { env, s3, servingPath, listFolders } = await createSiteWithPicture();
    const withBucket = { ...env, ...s3.settings };
    const before = await readPicture(env, servingPath);
    expect(before.status).toBe(200);

    const there = await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');
    expect(there).toMatchObject({ code: 0 });
    expect(there.output).toContain('Compared 1 pictures: 1 copied');
    expect(listFolders()).toEqual([]);
    expect(await readPicture(withBucket, servingPath)).toEqual(before);

    const back = await operate(withBucket, 'pictures', 'move', 'folder', '--remove-originals');
    expect(back).toMatchObject({ code: 0 });
    expect(s3.objects.size).toBe(0);
    expect(await readPicture(env, servingPath)).toEqual(before);
  });

  test('keeps the originals by default, and compares pictures that exist in the target', async () => {
    const { env, s3, listFolders } = await createSiteWithPicture();
    const withBucket = { ...env, ...s3.settings };
    expect((await operate(withBucket, 'pictures', 'move', 'bucket')).code).toBe(0);
    expect(listFolders()).toHaveLength(1);
    const again = await operate(withBucket, 'pictures', 'move', 'bucket');
    expect(again.output).toContain('0 copied (0.0 MB), 1 were there already');

    const [key = ''] = s3.objects.keys();
    s3.objects.set(key, { body: Buffer.from('damaged'), type: 'image/webp' });
    const repaired = await operate(withBucket, 'pictures', 'move', 'bucket');
    expect(repaired.output).toContain('1 copied');
    expect(s3.objects.get(key)?.body).not.toEqual(Buffer.from('damaged'));
  });

  test('ends with one line and removes nothing while the store fails', async () => {
    const { env, s3, listFolders } = await createSiteWithPicture();
    s3.fail(true);
    const failed = await operate(
      { ...env, ...s3.settings },
      ...['pictures', 'move', 'bucket', '--remove-originals'],
    );
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('The picture store cannot be reached.');
    expect(failed.output).not.toMatch(/^\s+at /m);
    expect(listFolders()).toHaveLength(1);
  });

  test('fails with one line without a target or the settings of a bucket', async () => {
    const folder = createTestFolder();
    const env = { DATA_DIR: folder };
    expect((await operate(env, 'pictures')).output).toContain('Name a target');
    expect((await operate(env, 'pictures', 'move', 'bucket')).output).toContain('Set S3_ENDPOINT');
  });
});

describe('npm run backup -- FILE --with-pictures', () => {
  test('includes the pictures of the bucket, which a restore puts into the data folder', async () => {
    const { env, s3, servingPath } = await createSiteWithPicture();
    const before = await readPicture(env, servingPath);
    const withBucket = { ...env, ...s3.settings };
    await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');

    const place = createTestFolder();
    const file = join(place, 'backup');
    const backup = await operate(withBucket, 'backup', file, '--with-pictures');
    expect(backup.output).toContain(`and ${s3.objects.size} files to`);
    expect((await operate(env, 'backup', 'verify', file)).code).toBe(0);
    const restored = { ...env, DATA_DIR: join(place, 'data') };
    expect(await operate(restored, 'restore', file)).toMatchObject({ code: 0 });
    expect(await readPicture(restored, servingPath)).toEqual(before);
  });

  test('fails while the store fails, and leaves no file', async () => {
    const { env, s3 } = await createSiteWithPicture();
    const withBucket = { ...env, ...s3.settings };
    await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');
    s3.fail(true);
    const file = join(env.DATA_DIR, 'incomplete');
    expect((await operate(withBucket, 'backup', file, '--with-pictures')).code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  test('fails with one line without the settings of a bucket', async () => {
    const { env } = await createSiteWithPicture();
    const { code, output } = await operate(env, 'backup', 'file', '--with-pictures');
    expect(code).toBe(1);
    expect(output).toContain('--with-pictures is for a bucket');
  });
});

describe('npm run doctor', () => {
  test.each([
    [false, /^ok +The bucket crew can be written to, read and deleted from$/m],
    [true, /^wrong +The picture store can't be used/m],
  ])('tries to write, read and delete an object (failing store: %s)', async (isFailing, line) => {
    const folder = createTestFolder();
    const s3 = await startS3();
    onTestFinished(s3.stop);
    s3.fail(isFailing);
    const { output } = await operate({ DATA_DIR: folder, ...s3.settings }, 'doctor');
    expect(output).toMatch(line);
    expect(s3.objects.size).toBe(0);
  });
});
