import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findReferencedPictures } from '../../src/app/feature-hooks.server';
import { createPictureStorage } from '../../src/foundation/media/plugin.server';
import { removeUnusedPictures } from '../../src/foundation/media/remove-unused-pictures.server';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';

const hour = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

async function createSite() {
  const app = await createPictureSite();
  const { db, environment } = app;
  const storage = createPictureStorage(environment);
  const jpeg = await samplePicture();
  const folder = join(environment.DATA_DIR, 'pictures');
  return {
    ...app,
    folder,
    upload: async () => (await app.upload(jpeg)).servingPath,
    /** Moves the pictures' timestamps back by `hours` and runs the removal job. */
    async passHours(hours: number) {
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
      await removeUnusedPictures({ db, storage, findReferencedIds: findReferencedPictures });
    },
    async isStored(path: string) {
      const { statusCode } = await app.visitor('GET', path);
      const isOnDisk = existsSync(join(folder, path.slice('/objects/'.length)));
      expect(isOnDisk).toBe(statusCode === 200);
      return isOnDisk;
    },
  };
}

describe('removal of unused pictures', () => {
  test('removes an unreferenced picture after 24 hours and not before', async () => {
    const { upload, passHours, isStored, db, folder } = await createSite();
    const path = await upload();
    await passHours(0);
    await passHours(23);
    expect(await isStored(path)).toBe(true);
    await passHours(1.1);
    expect(await isStored(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([]);
  });

  test('keeps pictures that any field or setting refers to', async () => {
    const { upload, passHours, isStored, admin } = await createSite();
    const [portrait, photo, clientLogo] = [await upload(), await upload(), await upload()];
    const [logo, favicon] = [await upload(), await upload()];
    await admin('PATCH', '/api/settings', { logo, favicon });
    await admin('POST', '/api/talents', { ...sampleItems.talents, imageUrl: portrait });
    await admin('POST', '/api/case-studies', {
      ...sampleItems['case-studies'],
      imageUrl: `${photo}/720.webp`,
      clientLogo,
    });
    await passHours(30);
    await passHours(30);
    for (const path of [portrait, photo, clientLogo, logo, favicon])
      expect(await isStored(path)).toBe(true);
  });

  test('removes a picture 24 hours after its last reference is removed, unless one is added meanwhile', async () => {
    const { upload, passHours, isStored, admin } = await createSite();
    const path = await upload();
    const withPicture = { ...sampleItems.talents, imageUrl: path };
    const { id } = (await admin('POST', '/api/talents', withPicture)).json();
    await passHours(100);
    await admin('DELETE', `/api/talents/${id}`);
    await passHours(100);
    await passHours(23);
    expect(await isStored(path)).toBe(true);
    const recreated = (await admin('POST', '/api/talents', withPicture)).json();
    await passHours(2);
    await admin('PATCH', `/api/talents/${recreated.id}`, { imageUrl: null });
    await passHours(2);
    await passHours(23);
    expect(await isStored(path)).toBe(true);
    await passHours(2);
    expect(await isStored(path)).toBe(false);
  });

  test('removes the files of crashed uploads', async () => {
    const { upload, passHours, db, folder, admin } = await createSite();
    const path = await upload();
    const id = path.slice('/objects/'.length);
    // The state after a crash: files are on disk, complete or not, but the row is not ready.
    await db
      .updateTable('pictures')
      .set({ state: 'arriving', unusedSince: null, expiresAt: hoursAgo(2) })
      .execute();
    mkdirSync(join(folder, `.draft-${id}`));
    writeFileSync(join(folder, `.draft-${id}`, '192.webp'), 'half');
    await admin('POST', '/api/objects/upload');
    await passHours(0);
    expect(readdirSync(folder)).toEqual([]);
    const rows = await db.selectFrom('pictures').select('state').execute();
    expect(rows).toEqual([{ state: 'awaited' }]);
  });
});
