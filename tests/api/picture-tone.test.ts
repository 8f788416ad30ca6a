import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { createLogoSite, drawLogo, drawMark } from '../support/picture-site';
import { sampleItems } from '../support/samples';

type LogoSite = Awaited<ReturnType<typeof createLogoSite>>;

/** Starts more servers on the database of a site. */
async function startServers({ db, environment }: LogoSite, count: number) {
  const options = { db, environment, clientDir: '/nowhere' };
  const apps = await Promise.all(Array.from({ length: count }, () => buildApp(options)));
  onTestFinished(async () => {
    for (const app of apps) await app.close();
  });
  await Promise.all(apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })));
}

/** Reads the stored color of a picture. */
async function readTone({ db }: LogoSite, servingPath: string) {
  const id = servingPath.split('/').at(-1) ?? '';
  const row = await db
    .selectFrom('pictures')
    .select('tone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.tone;
}

test('the color of each logo, and of no portrait, is computed by several processes at once after an upgrade', async () => {
  const site = await createLogoSite();
  const uploadMark = async (color: string): Promise<string> =>
    (await site.uploadLogo(drawLogo(drawMark(color)))).servingPath;
  const light = await uploadMark('#f4f2eb');
  const studyPath = `/api/case-studies/${(await site.createCase(light)).id}`;
  const dark = await uploadMark('#16201b');
  const item = { name: 'Dark', picture: dark, link: null, isWhite: false };
  await site.admin('PATCH', '/api/pages/home', { logos: { items: [item] } });
  const portrait = await uploadMark('#c0392b');
  await site.admin('POST', '/api/talents', { ...sampleItems.talents, imageUrl: portrait });
  // As a release left them that did not store the color.
  await site.db.updateTable('pictures').set({ tone: null, exposure: null }).execute();
  await site.admin('PATCH', studyPath, { logoTone: 'color', logoWidth: 0 });

  await startServers(site, 3);
  await expect
    .poll(async () => (await site.admin('GET', studyPath)).json())
    .toMatchObject({ logoTone: 'light', logoWidth: 96 });
  await expect.poll(() => readTone(site, dark)).toBe('dark');
  expect(await readTone(site, portrait)).toBe(null);
});
