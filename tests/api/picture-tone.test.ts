import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';

const svgType = 'image/svg+xml';

const drawLogo = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${content}</svg>`);

const drawMark = (color: string) => `<path fill="${color}" d="M10 10h40v20h-40z"/>`;

const logos = {
  dark: drawLogo(drawMark('#16201b')),
  gray: drawLogo(drawMark('#777')),
  light: drawLogo(drawMark('#f4f2eb')),
  'light with a red dot': drawLogo(`${drawMark('#fff')}<path fill="red" d="M60 10h8v8h-8z"/>`),
  yellow: drawLogo(drawMark('#ffee58')),
  color: drawLogo(drawMark('#c0392b')),
  'dark with a green sign': drawLogo(
    `${drawMark('#111')}<path fill="#0a7" d="M60 10h16v20h-16z"/>`,
  ),
  'box with round corners': drawLogo(
    '<rect width="120" height="40" rx="4" fill="#fff"/><path d="M10 10h40v20h-40z"/>',
  ),
};

/** Creates an evenly lit photograph: a bright part on a darker ground. */
const createPhoto = (ground: string, bright: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: ground } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: bright } } },
    ])
    .jpeg()
    .toBuffer();

async function createLogoSite() {
  const site = await createPictureSite();
  const uploadLogo = async (bytes: Buffer, type = svgType) => {
    const { uploadURL } = (await site.admin('POST', '/api/objects/upload?purpose=logo')).json();
    return (await site.put(uploadURL, bytes, type)).json();
  };
  const createCase = async (clientLogo: string) =>
    (
      await site.admin('POST', '/api/case-studies', { ...sampleItems['case-studies'], clientLogo })
    ).json();
  /** Reads the stored color of a picture. */
  const readTone = async (servingPath: string) => {
    const id = servingPath.split('/').at(-1) ?? '';
    const row = await site.db
      .selectFrom('pictures')
      .select('tone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.tone;
  };
  return { ...site, uploadLogo, createCase, readTone };
}

type LogoSite = Awaited<ReturnType<typeof createLogoSite>>;

/** Leaves the pictures as an earlier release stored them. */
const forgetTones = ({ db }: LogoSite) =>
  db.updateTable('pictures').set({ tone: null, exposure: null }).execute();

/** Starts more servers on the database of a site. */
async function startServers({ db, environment }: LogoSite, count: number) {
  const options = { db, environment, clientDir: '/nowhere' };
  const apps = await Promise.all(Array.from({ length: count }, () => buildApp(options)));
  onTestFinished(async () => {
    for (const app of apps) await app.close();
  });
  await Promise.all(apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })));
}

describe('the color of an uploaded logo', () => {
  test('is determined by its opaque pixels', async () => {
    const { uploadLogo } = await createLogoSite();
    const tones: Record<string, unknown> = {};
    for (const [name, file] of Object.entries(logos)) tones[name] = (await uploadLogo(file)).tone;
    expect(tones).toEqual({
      dark: 'dark',
      gray: 'dark',
      light: 'light',
      'light with a red dot': 'light',
      yellow: 'light',
      color: 'color',
      'dark with a green sign': 'color',
      'box with round corners': 'boxed',
    });
    expect((await uploadLogo(await samplePicture('jpeg'), 'image/jpeg')).tone).toBe('boxed');
  });

  test('is stored with the case study, with its width at 32 pixels', async () => {
    const { admin, uploadLogo, createCase, visitor } = await createLogoSite();
    const { servingPath } = await uploadLogo(logos.light);
    const study = await createCase(servingPath);
    expect(study).toMatchObject({ logoTone: 'light', logoWidth: 96 });
    const page = (await visitor('GET', '/')).body;
    expect(page).toMatch(/data-tone="light"><picture>.*?<img [^>]*alt="Fernhalt"/);
    const dark = (await uploadLogo(logos.dark)).servingPath;
    const path = `/api/case-studies/${study.id}`;
    const changed = (await admin('PATCH', path, { clientLogo: dark, logoTone: 'boxed' })).json();
    expect(changed.logoTone).toBe('dark');
  });

  test('determines how the logo band shows it', async () => {
    const { admin, uploadLogo, visitor } = await createLogoSite();
    const items = [];
    for (const [name, file] of Object.entries(logos)) {
      const picture = (await uploadLogo(file)).servingPath;
      items.push({ name, picture, link: null, isWhite: name !== 'color' });
    }
    await admin('PATCH', '/api/pages/home', { logos: { items } });
    const { sections } = (await visitor('GET', '/api/pages/home')).json();
    const { logos: shown } = sections.find(({ id }: { id: string }) => id === 'logos');
    const white = shown.filter(({ isWhite }: { isWhite?: true }) => isWhite);
    expect(white.map(({ name }: { name: string }) => name)).toEqual([
      'dark',
      'gray',
      'dark with a green sign',
    ]);
    expect(shown[2]).toMatchObject({ tone: 'light', width: 120 });
    expect(shown.at(-1)).toMatchObject({ tone: 'boxed', width: 168 });
  });

  describe('after an upgrade from a release that did not store it', () => {
    test('is computed for each logo, by several processes at once, and for no portrait', async () => {
      const site = await createLogoSite();
      const light = (await site.uploadLogo(logos.light)).servingPath;
      const studyPath = `/api/case-studies/${(await site.createCase(light)).id}`;
      const dark = (await site.uploadLogo(logos.dark)).servingPath;
      const item = { name: 'Dark', picture: dark, link: null, isWhite: false };
      await site.admin('PATCH', '/api/pages/home', { logos: { items: [item] } });
      const portrait = (await site.uploadLogo(logos.color)).servingPath;
      const person = { ...sampleItems.talents, imageUrl: portrait };
      await site.admin('POST', '/api/talents', person);
      await forgetTones(site);
      await site.admin('PATCH', studyPath, { logoTone: 'color', logoWidth: 0 });

      await startServers(site, 3);
      await expect
        .poll(async () => (await site.admin('GET', studyPath)).json())
        .toMatchObject({ logoTone: 'light', logoWidth: 96 });
      await expect.poll(() => site.readTone(dark)).toBe('dark');
      expect(await site.readTone(portrait)).toBe(null);
    });
  });
});

describe('the brightness of an uploaded photograph', () => {
  test('is measured, and stored with the talent; a cut-out keeps its own', async () => {
    const { admin, createUploadUrl, put } = await createPictureSite();
    const upload = async (bytes: Buffer, type = 'image/jpeg') =>
      (await put(await createUploadUrl(), bytes, type)).json();
    const dark = await upload(await createPhoto('#0c0c0c', '#545454'));
    const usual = await upload(await createPhoto('#444', '#d4d4d4'));
    const bright = await upload(await createPhoto('#bbb', '#fff'));
    const exposures = [dark, usual, bright].map(({ exposure }) => exposure);
    expect(exposures).toEqual([160, 100, 90]);

    const body = { ...sampleItems.talents, imageUrl: dark.servingPath };
    const talent = (await admin('POST', '/api/talents', body)).json();
    expect(talent.imageExposure).toBe(160);
    const path = `/api/talents/${talent.id}`;
    const changed = await admin('PATCH', path, { imageUrl: usual.servingPath });
    expect(changed.json().imageExposure).toBe(100);
    expect((await admin('PATCH', path, { imageExposure: 170 })).statusCode).toBe(400);
    const ghost = sharp({ create: { width: 64, height: 64, channels: 4, background: '#0004' } });
    const cutout = await upload(await ghost.png().toBuffer(), 'image/png');
    expect(cutout).toMatchObject({ style: 'cutout', exposure: 100 });
  });
});
