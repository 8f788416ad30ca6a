import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referredPictures } from '../../src/app/picture-references.server';
import { pictureStorage } from '../../src/features/pictures/picture-storage.server';
import { removeUnusedPictures } from '../../src/features/pictures/unused-pictures.server';
import { samplePicture } from '../pictures';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

async function site() {
  const app = await testApp();
  const { admin, db, environment } = app;
  const storage = pictureStorage(environment);
  const jpeg = await samplePicture();
  const folder = join(environment.DATA_DIR, 'pictures');
  return {
    ...app,
    folder,
    async upload() {
      const { uploadURL, servingPath } = (await admin('POST', '/api/objects/upload')).json();
      await admin('PUT', uploadURL, jpeg, { 'content-type': 'image/jpeg' });
      return servingPath as string;
    },
    /** As many hours later, as far as the pictures can tell. */
    async later(hours: number) {
      const rows = await db.selectFrom('pictures').select(['id', 'unusedSince']).execute();
      for (const { id, unusedSince } of rows) {
        if (!unusedSince) continue;
        const earlier = new Date(Date.parse(unusedSince) - hours * hour).toISOString();
        await db
          .updateTable('pictures')
          .set({ unusedSince: earlier })
          .where('id', '=', id)
          .execute();
      }
      await removeUnusedPictures({ db, storage, referred: referredPictures });
    },
    async isThere(path: string) {
      const { statusCode } = await app.visitor('GET', path);
      const isStored = existsSync(join(folder, path.slice('/objects/'.length)));
      expect(isStored).toBe(statusCode === 200);
      return isStored;
    },
  };
}

test('a picture that nothing refers to is removed after a day, and not before', async () => {
  const { upload, later, isThere, db, folder } = await site();
  const path = await upload();
  await later(0);
  await later(23);
  expect(await isThere(path)).toBe(true);
  await later(1.1);
  expect(await isThere(path)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
});

test('one that is referred to stays, in whatever field', async () => {
  const { upload, later, isThere, admin } = await site();
  const [portrait, story, logo] = [await upload(), await upload(), await upload()];
  await admin('POST', '/api/talents', { ...sampleItems.talents, imageUrl: portrait });
  await admin('POST', '/api/case-studies', {
    ...sampleItems['case-studies'],
    imageUrl: `${story}/720.webp`,
    clientLogo: logo,
  });
  await later(30);
  await later(30);
  for (const path of [portrait, story, logo]) expect(await isThere(path)).toBe(true);
});

test('the day begins when the last reference goes, and ends when another comes', async () => {
  const { upload, later, isThere, admin } = await site();
  const path = await upload();
  const withPicture = { ...sampleItems.talents, imageUrl: path };
  const { id } = (await admin('POST', '/api/talents', withPicture)).json();
  await later(100);
  await admin('DELETE', `/api/talents/${id}`);
  await later(100);
  await later(23);
  expect(await isThere(path)).toBe(true);
  const again = (await admin('POST', '/api/talents', withPicture)).json();
  await later(2);
  await admin('PATCH', `/api/talents/${again.id}`, { imageUrl: null });
  await later(2);
  await later(23);
  expect(await isThere(path)).toBe(true);
  await later(2);
  expect(await isThere(path)).toBe(false);
});

test('what uploads leave that never came to an end is removed', async () => {
  const { upload, later, db, folder, admin } = await site();
  const path = await upload();
  const id = path.slice('/objects/'.length);
  // As a crash leaves it: the files are in place, or half of them, and the row does not say so.
  await db
    .updateTable('pictures')
    .set({ state: 'arriving', unusedSince: null, expiresAt: ago(2) })
    .execute();
  mkdirSync(join(folder, `.draft-${id}`));
  writeFileSync(join(folder, `.draft-${id}`, '192.webp'), 'half');
  await admin('POST', '/api/objects/upload');
  await later(0);
  expect(readdirSync(folder)).toEqual([]);
  const rows = await db.selectFrom('pictures').select('state').execute();
  expect(rows).toEqual([{ state: 'awaited' }]);
});
