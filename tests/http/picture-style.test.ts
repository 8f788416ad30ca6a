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

/** Creates a figure on a transparent background. */
const createCutout = () =>
  sharp({ create: { width: 400, height: 400, channels: 4, background: '#0000' } })
    .composite([
      {
        input: { create: { width: 200, height: 300, channels: 4, background: '#c63' } },
        left: 100,
        top: 100,
      },
    ])
    .png()
    .toBuffer();

describe('a talent’s picture', () => {
  test('is shown as a photograph, or as a cut-out if it has transparency, also in pending changes', async () => {
    const { admin, visitor, upload } = await createPictureSite();
    const photo = (await upload(await samplePicture('jpeg'))).response.json();
    const opaquePng = (await upload(await samplePicture('png'), 'image/png')).response.json();
    const cutout = (await upload(await createCutout(), 'image/png')).response.json();
    expect([photo.style, opaquePng.style, cutout.style]).toEqual(['photo', 'photo', 'cutout']);

    const body = { ...sampleItems.talents, imageUrl: photo.servingPath };
    const talent = (await admin('POST', '/api/talents', body)).json();
    expect(talent.imageStyle).toBe('photo');
    const page = (await visitor('GET', '/talent')).body;
    expect(page).toContain('"imageStyle":"photo"');

    const change = { pending: { imageUrl: cutout.servingPath } };
    const changed = (await admin('PATCH', `/api/talents/${talent.id}`, change)).json();
    expect(changed).toMatchObject({ imageStyle: 'photo', pending: { imageStyle: 'cutout' } });
    const removed = await admin('PATCH', `/api/talents/${talent.id}`, { imageUrl: null });
    expect(removed.json().imageStyle).toBe('cutout');
  });
});

describe('a case study’s picture', () => {
  test('is shown as a photograph unless it has transparency', async () => {
    const { admin, visitor, upload } = await createPictureSite();
    const create = async (picture: Buffer, type: string) => {
      const { servingPath: imageUrl } = await upload(picture, type);
      const study = { ...sampleItems['case-studies'], imageUrl };
      return (await admin('POST', '/api/case-studies', study)).json();
    };
    const photo = await create(await samplePicture('jpeg'), 'image/jpeg');
    const chart = await create(await createCutout(), 'image/png');
    expect([photo.imageStyle, chart.imageStyle]).toEqual(['photo', 'cutout']);
    const page = (await visitor('GET', '/')).body;
    expect(page).toContain('data-tone="photo"');
  });
});

describe('the position of the face in a talent’s picture', () => {
  test('is accepted in steps of 5% only, with or without the height of the face', async () => {
    const { admin } = await createPictureSite();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const place = async (imageFocus: string) =>
      (await admin('PATCH', `/api/talents/${id}`, { imageFocus })).statusCode;
    for (const valid of ['0% 100%', '45% 5%', '50% 20% / 30%', '100% 0% / 100%', '5% 5% / 10%']) {
      expect(await place(valid), valid).toBe(200);
    }
    for (const invalid of ['47% 20%', '50% 20% /30%', '50% 20% / 5%', '50% 20% / 105%', '50%']) {
      expect(await place(invalid), invalid).toBe(400);
    }
  });
});
