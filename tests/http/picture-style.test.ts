import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';

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
