import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureWidths } from '../../src/lib/picture-url';
import { createPictureSite } from '../support/picture-site';
import { padJpeg, samplePicture } from '../support/pictures';
import { shareSite } from '../support/test-app';

/** Starts a site that lists its stored pictures. */
async function createSite() {
  const site = await createPictureSite();
  const listStored = (): string[] => {
    const folder = join(site.environment.DATA_DIR, 'pictures');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  return { ...site, listStored };
}

describe('uploaded picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'in %s is served as WebP in every width, never enlarged, and as a JPEG fallback',
    async (format) => {
      const { upload, visitor } = await createSite();
      const { response, servingPath } = await upload(
        await samplePicture(format),
        `image/${format}`,
      );
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { servingPath, width: 800, height: 600, style: 'photo', tone: 'boxed', exposure: 110 },
      ]);
      for (const width of pictureWidths) {
        const file = await visitor('GET', `${servingPath}/${width}.webp`);
        expect(file.headers['content-type']).toBe('image/webp');
        const { format: servedFormat, width: servedWidth } = await sharp(
          file.rawPayload,
        ).metadata();
        expect([servedFormat, servedWidth]).toEqual(['webp', Math.min(width, 800)]);
      }
      const fallback = await visitor('GET', servingPath);
      expect(fallback.headers['content-type']).toBe('image/jpeg');
      expect((await sharp(fallback.rawPayload).metadata()).format).toBe('jpeg');
    },
  );

  test('is accepted up to 10,485,760 bytes and gets 413 above', async () => {
    const { upload, listStored } = await createSite();
    const jpeg = await samplePicture();
    const { response } = await upload(padJpeg(jpeg, 10_485_760));
    expect(response.statusCode).toBe(200);
    const before = listStored();
    const { response: rejected } = await upload(padJpeg(jpeg, 10_485_761));
    expect([rejected.statusCode, rejected.json().code]).toEqual([413, 'too_large']);
    expect(listStored()).toEqual(before);
  });

  test('keeps its transparency and gets a PNG fallback', async () => {
    const { upload, visitor } = await createSite();
    const background = { r: 200, g: 0, b: 0, alpha: 0.5 };
    const png = await sharp({ create: { width: 300, height: 300, channels: 4, background } })
      .png()
      .toBuffer();
    const { servingPath } = await upload(png, 'image/png');
    const fallback = await visitor('GET', servingPath);
    expect(fallback.headers['content-type']).toBe('image/png');
    const webp = await visitor('GET', `${servingPath}/344.webp`);
    expect((await sharp(webp.rawPayload).metadata()).hasAlpha).toBe(true);
  });

  test('loses its EXIF, XMP and IPTC metadata and is rotated upright', async () => {
    const { upload, visitor } = await createSite();
    const secret = 'Camera of a private person';
    const jpeg = await sharp(await samplePicture('png'))
      .withExif({
        IFD0: { Make: secret, Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).orientation).toBe(6);
    const { response, servingPath } = await upload(jpeg);
    expect(response.json()).toMatchObject({ width: 600, height: 800 });
    for (const path of [servingPath, `${servingPath}/720.webp`]) {
      const { rawPayload } = await visitor('GET', path);
      const metadata = await sharp(rawPayload).metadata();
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
        Array(4).fill(undefined),
      );
      expect(rawPayload.includes(secret)).toBe(false);
      expect((metadata.width ?? 0) < (metadata.height ?? 0)).toBe(true);
      // Rotation moves the blue quarter from the bottom left to the top left.
      const corner = await sharp(rawPayload)
        .extract({ left: 5, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect((corner[2] ?? 0) > (corner[0] ?? 255)).toBe(true);
    }
  });

  test('with an animation is reduced to its first frame', async () => {
    const { upload, visitor } = await createSite();
    const frames = Buffer.concat([Buffer.alloc(50 * 50 * 3, 200), Buffer.alloc(50 * 50 * 3, 20)]);
    const gif = await sharp(frames, {
      raw: { width: 50, height: 100, channels: 3, pageHeight: 50 },
    })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { servingPath } = await upload(gif, 'image/gif');
    const { rawPayload } = await visitor('GET', `${servingPath}/192.webp`);
    const { pages, width, height } = await sharp(rawPayload).metadata();
    expect([pages, width, height]).toEqual([undefined, 50, 50]);
    expect((await sharp(rawPayload).stats()).channels[0]?.mean).toBeGreaterThan(150);
  });

  test('is stored with mode 700 for folders and 600 for files', async () => {
    const { upload, environment, listStored } = await createSite();
    await upload(await samplePicture());
    const folder = join(environment.DATA_DIR, 'pictures');
    const [id = ''] = listStored();
    const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([readMode(folder), readMode(join(folder, id))]).toEqual(['700', '700']);
    for (const name of readdirSync(join(folder, id))) {
      expect(readMode(join(folder, id, name))).toBe('600');
    }
  });
});

describe('GET /objects/:id', () => {
  test('sends immutable caching, nosniff and a sandbox policy, and supports HEAD and If-None-Match', async () => {
    const { upload, visitor } = await createSite();
    const { servingPath } = await upload(await samplePicture());
    for (const path of [servingPath, `${servingPath}/192.webp`]) {
      const { headers } = await visitor('GET', path);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: expect.stringMatching(/^"[^"]+"$/),
        // Emails and link previews embed the first one; only the site's pages embed the other.
        'cross-origin-resource-policy': path === servingPath ? 'cross-origin' : 'same-origin',
      });
      const head = await visitor('HEAD', path);
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(headers['content-length']);
      const revalidated = await visitor('GET', path, undefined, {
        'if-none-match': `"x", W/${headers.etag}`,
      });
      expect([revalidated.statusCode, revalidated.rawPayload.length]).toEqual([304, 0]);
    }
  });

  const getSite = shareSite(createSite);

  test.each([
    '/objects/00000000-0000-4000-8000-000000000000',
    '/objects/00000000-0000-4000-8000-000000000000/192.webp',
    '/objects/..%2f..%2fadmin-password',
    '/objects/%2e%2e%2fdata',
    '/objects/demo-..%2f..',
    '/objects/demo-nobody/192.webp',
  ])('returns 404 for %s', async (path) => {
    const response = await getSite().visitor('GET', path);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { message: 'Not found', code: 'not_found' },
    ]);
  });

  test('returns 404 before the picture is uploaded, and for widths and formats that the site does not use', async () => {
    const { upload, visitor, admin } = await createSite();
    const awaited = (await admin('POST', '/api/objects/upload')).json().servingPath;
    expect((await visitor('GET', awaited)).statusCode).toBe(404);
    const { servingPath } = await upload(await samplePicture());
    for (const file of ['193.webp', '192.png', 'fallback.jpg', '..%2f192.webp', '0192.webp']) {
      expect((await visitor('GET', `${servingPath}/${file}`)).statusCode, file).toBe(404);
    }
  });
});
