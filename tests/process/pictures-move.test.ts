import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { operate } from '../support/operate';
import { samplePicture } from '../support/pictures';
import { startS3 } from '../support/s3';
import { sampleItems } from '../support/samples';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';
import { createTestFolder, startTestServer } from '../support/test-resources';

const settings = { ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false' };

/** A stopped site with a picture in its data folder that an item refers to. Each test copies it. */
const site = temporaryFolder();
/** The path of the picture on the site. */
let servingPath = '';

beforeAll(async () => {
  const server = await startServer({ ...settings, DATA_DIR: site.path });
  const owner = new ApiClient(server.url);
  await owner.signIn();
  ({ servingPath } = (await owner.upload(await samplePicture())).body as { servingPath: string });
  const item = { ...sampleItems.talents, imageUrl: servingPath };
  expect((await owner.post('/api/talents', item)).status).toBe(201);
  await server.stop();
});
afterAll(site.remove);

/** Reads each file of a site's pictures. @returns their contents by name */
function readPictures(dataFolder: string): Record<string, Buffer> {
  const folder = join(dataFolder, 'pictures');
  const entries = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        return [relative(folder, file), readFileSync(file)];
      }),
  );
}

/** Copies the site, and starts a bucket. */
async function copySite() {
  const DATA_DIR = createTestFolder();
  cpSync(site.path, DATA_DIR, { recursive: true });
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const env = { ...settings, DATA_DIR };
  return { env, s3, withBucket: { ...env, ...s3.settings } };
}

describe('npm run pictures', () => {
  test('moves pictures to the bucket and back, without a change', async () => {
    const { env, s3, withBucket } = await copySite();
    const before = readPictures(env.DATA_DIR);
    const there = await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');
    expect(there).toMatchObject({ code: 0 });
    expect(there.output).toContain('Compared 1 pictures: 1 copied');
    expect(readPictures(env.DATA_DIR)).toEqual({});
    const server = await startTestServer(withBucket);
    const response = await fetch(`${server.url}${servingPath}/344.webp`);
    expect(response.status).toBe(200);
    expect(Object.values(before)).toContainEqual(Buffer.from(await response.arrayBuffer()));
    await server.stop();

    const back = await operate(withBucket, 'pictures', 'move', 'folder', '--remove-originals');
    expect(back).toMatchObject({ code: 0 });
    expect(s3.objects.size).toBe(0);
    expect(readPictures(env.DATA_DIR)).toEqual(before);
  });

  test('keeps the originals by default, and compares pictures that exist in the target', async () => {
    const { env, s3, withBucket } = await copySite();
    expect((await operate(withBucket, 'pictures', 'move', 'bucket')).code).toBe(0);
    expect(readPictures(env.DATA_DIR)).toEqual(readPictures(site.path));
    const again = await operate(withBucket, 'pictures', 'move', 'bucket');
    expect(again.output).toContain('0 copied (0.0 MB), 1 were there already');

    const [key = ''] = s3.objects.keys();
    s3.objects.set(key, { body: Buffer.from('damaged'), type: 'image/webp' });
    const repaired = await operate(withBucket, 'pictures', 'move', 'bucket');
    expect(repaired.output).toContain('1 copied');
    expect(s3.objects.get(key)?.body).not.toEqual(Buffer.from('damaged'));
  });

  test('ends with one line and removes nothing while the store fails', async () => {
    const { env, s3, withBucket } = await copySite();
    s3.fail(true);
    const failed = await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('The picture store cannot be reached.');
    expect(failed.output).not.toMatch(/^\s+at /m);
    expect(readPictures(env.DATA_DIR)).toEqual(readPictures(site.path));
  });

  test('fails with one line without a target or the settings of a bucket', async () => {
    const env = { DATA_DIR: createTestFolder() };
    expect((await operate(env, 'pictures')).output).toContain('Name a target');
    expect((await operate(env, 'pictures', 'move', 'bucket')).output).toContain('Set S3_ENDPOINT');
  });
});

describe('npm run backup -- FILE --with-pictures', () => {
  test('includes the pictures of the bucket, which a restore puts into the data folder', async () => {
    const { env, s3, withBucket } = await copySite();
    await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');

    const place = createTestFolder();
    const file = join(place, 'backup');
    const backup = await operate(withBucket, 'backup', file, '--with-pictures');
    expect(backup.output).toContain(`and ${s3.objects.size} files to`);
    expect((await operate(env, 'backup', 'verify', file)).code).toBe(0);
    const restored = { ...env, DATA_DIR: join(place, 'data') };
    expect(await operate(restored, 'restore', file)).toMatchObject({ code: 0 });
    expect(readPictures(restored.DATA_DIR)).toEqual(readPictures(site.path));
  });

  test('fails while the store fails, and leaves no file', async () => {
    const { env, s3, withBucket } = await copySite();
    await operate(withBucket, 'pictures', 'move', 'bucket', '--remove-originals');
    s3.fail(true);
    const file = join(env.DATA_DIR, 'incomplete');
    expect((await operate(withBucket, 'backup', file, '--with-pictures')).code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  test('fails with one line without the settings of a bucket', async () => {
    const env = { DATA_DIR: createTestFolder() };
    const { code, output } = await operate(env, 'backup', 'file', '--with-pictures');
    expect(code).toBe(1);
    expect(output).toContain('--with-pictures is for a bucket');
  });
});

describe('npm run doctor', () => {
  test('tries to write, read and delete an object', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const env = { DATA_DIR: createTestFolder(), ...s3.settings };
    const { output } = await operate(env, 'doctor');
    expect(output).toMatch(/^ok +The bucket crew can be written to, read and deleted from$/m);
    expect(s3.objects.size).toBe(0);
  });
});
