import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createLogoSite, createPictureSite, drawLogo, drawMark } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';

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
