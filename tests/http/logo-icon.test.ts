import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';

/** Draws a wide logo of one color, with transparency around it. */
function drawLogo(color: string): Promise<Buffer> {
  const draw = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 4 as const, background },
  });
  return sharp(draw(600, 200, '#00000000'))
    .composite([{ input: draw(480, 120, color) }])
    .png()
    .toBuffer();
}

/** A site whose owner has uploaded a logo. */
async function createSite(logo: Buffer, settings: object = {}) {
  const site = await createPictureSite();
  const { servingPath } = await site.upload(logo, 'image/png');
  const saved = await site.admin('PATCH', '/api/settings', { logo: servingPath, ...settings });
  expect(saved.statusCode, saved.body).toBe(200);
  return { ...site, servingPath, iconUrl: `${servingPath}/icon.png` };
}

describe('the icon of browser tabs', () => {
  test('is made from the logo, in every page and in the manifest', async () => {
    const { visitor, iconUrl } = await createSite(await drawLogo('#123456'));
    for (const path of ['/', '/talent', '/admin/login', '/nothing']) {
      const { body } = await visitor('GET', path);
      expect(body, path).toContain(`<link rel="icon" href="${iconUrl}">`);
      expect(body, path).toContain(`<link rel="apple-touch-icon" href="${iconUrl}">`);
      expect(body, path).not.toContain('/favicon.svg');
    }
    const { icons } = (await visitor('GET', '/site.webmanifest')).json();
    expect(icons).toEqual([{ src: iconUrl, sizes: 'any' }]);
  });

  test.each([
    ['dark', '#101010', [0xf4, 0xf2, 0xeb]],
    ['light', '#fafafa', [0x16, 0x20, 0x1b]],
  ])('is an opaque square PNG, on which a %s logo stands out', async (_, color, plate) => {
    const { visitor, iconUrl } = await createSite(await drawLogo(color));
    const response = await visitor('GET', iconUrl);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { data, info } = await sharp(response.rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([192, 192]);
    expect((await sharp(response.rawPayload).stats()).isOpaque).toBe(true);
    const distance = (at: number) =>
      plate.reduce((sum, value, channel) => sum + Math.abs(value - (data[at + channel] ?? 0)), 0);
    expect(distance(0)).toBeLessThan(12);
    const middle = 3 * (96 * 192 + 96);
    expect(distance(middle)).toBeGreaterThan(300);
    const again = await visitor('GET', iconUrl, undefined, {
      'if-none-match': String(response.headers.etag),
    });
    expect(again.statusCode).toBe(304);
  });

  test('is the one that the owner has uploaded, if there is one', async () => {
    const { visitor, upload, admin, iconUrl } = await createSite(await drawLogo('#123456'));
    const { servingPath } = await upload(await samplePicture('png'), 'image/png');
    await admin('PATCH', '/api/settings', { favicon: servingPath });
    const { body } = await visitor('GET', '/');
    expect(body).toContain(`<link rel="icon" href="${servingPath}">`);
    expect(body).not.toContain(iconUrl);
  });

  test('is made of no other picture', async () => {
    const { visitor, upload } = await createSite(await drawLogo('#123456'));
    const { servingPath } = await upload(await samplePicture());
    expect((await visitor('GET', `${servingPath}/icon.png`)).statusCode).toBe(404);
    expect((await visitor('GET', '/objects/demo-marisol/icon.png')).statusCode).toBe(404);
  });
});
