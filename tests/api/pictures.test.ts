import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureWidths } from '../../src/lib/picture-address';
import { paddedJpeg, samplePicture } from '../pictures';
import { testApp } from '../test-app';

/** A site with the two calls of an upload, and what lies in its folder. */
async function site() {
  const app = await testApp();
  const { admin, environment } = app;
  const address = async () => {
    const answer = await admin('POST', '/api/objects/upload');
    expect(answer.statusCode).toBe(200);
    return answer.json() as { uploadURL: string; servingPath: string };
  };
  const put = (url: string, bytes: Buffer, type: string) =>
    admin('PUT', url, bytes, { 'content-type': type });
  return {
    ...app,
    address,
    put,
    async upload(bytes: Buffer, type = 'image/jpeg') {
      const { uploadURL, servingPath } = await address();
      const answer = await put(uploadURL, bytes, type);
      return { answer, servingPath, uploadURL };
    },
    stored(): string[] {
      const folder = join(environment.DATA_DIR, 'pictures');
      return existsSync(folder) ? readdirSync(folder) : [];
    },
  };
}

describe('a picture that is sent', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'as %s is served in every width of the ladder that it has',
    async (format) => {
      const { upload, visitor } = await site();
      const { answer, servingPath } = await upload(await samplePicture(format), `image/${format}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { servingPath, width: 800, height: 600 },
      ]);
      for (const width of pictureWidths) {
        const file = await visitor('GET', `${servingPath}/${width}.webp`);
        expect(file.headers['content-type']).toBe('image/webp');
        const { format: sent, width: own } = await sharp(file.rawPayload).metadata();
        expect([sent, own]).toEqual(['webp', Math.min(width, 800)]);
      }
      const fallback = await visitor('GET', servingPath);
      expect(fallback.headers['content-type']).toBe('image/jpeg');
      expect((await sharp(fallback.rawPayload).metadata()).format).toBe('jpeg');
    },
  );

  test('of exactly 10,485,760 bytes is taken, and one byte more is not', async () => {
    const { upload, stored } = await site();
    const jpeg = await samplePicture();
    const { answer } = await upload(paddedJpeg(jpeg, 10_485_760));
    expect(answer.statusCode).toBe(200);
    const before = stored();
    const { answer: refusal } = await upload(paddedJpeg(jpeg, 10_485_761));
    expect([refusal.statusCode, refusal.json().code]).toEqual([413, 'too_large']);
    expect(stored()).toEqual(before);
  });

  test('keeps its see-through parts, and its fallback can show them', async () => {
    const { upload, visitor } = await site();
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

  test('says nothing any more of where and with what it was taken, and stands upright', async () => {
    const { upload, visitor } = await site();
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
    const { answer, servingPath } = await upload(jpeg);
    expect(answer.json()).toMatchObject({ width: 600, height: 800 });
    for (const path of [servingPath, `${servingPath}/720.webp`]) {
      const { rawPayload } = await visitor('GET', path);
      const about = await sharp(rawPayload).metadata();
      expect([about.exif, about.xmp, about.iptc, about.orientation]).toEqual(
        Array(4).fill(undefined),
      );
      expect(rawPayload.includes(secret)).toBe(false);
      expect((about.width ?? 0) < (about.height ?? 0)).toBe(true);
      // What was at the bottom left is now at the top left: the blue quarter.
      const corner = await sharp(rawPayload)
        .extract({ left: 5, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect((corner[2] ?? 0) > (corner[0] ?? 255)).toBe(true);
    }
  });

  test('that moves is shown as its first frame', async () => {
    const { upload, visitor } = await site();
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

  test('lies in a folder that nobody else may enter', async () => {
    const { upload, environment, stored } = await site();
    await upload(await samplePicture());
    const folder = join(environment.DATA_DIR, 'pictures');
    const [id = ''] = stored();
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([mode(folder), mode(join(folder, id))]).toEqual(['700', '700']);
    for (const name of readdirSync(join(folder, id))) {
      expect(mode(join(folder, id, name))).toBe('600');
    }
  });
});

describe('a served picture', () => {
  test('may be kept for ever, is what it says, and can do nothing', async () => {
    const { upload, visitor } = await site();
    const { servingPath } = await upload(await samplePicture());
    for (const path of [servingPath, `${servingPath}/192.webp`]) {
      const { headers } = await visitor('GET', path);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: expect.stringMatching(/^"[^"]+"$/),
      });
      const head = await visitor('HEAD', path);
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(headers['content-length']);
      const again = await visitor('GET', path, undefined, {
        'if-none-match': `"x", W/${headers.etag}`,
      });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
  });

  test.each([
    '/objects/00000000-0000-4000-8000-000000000000',
    '/objects/00000000-0000-4000-8000-000000000000/192.webp',
    '/objects/..%2f..%2fadmin-password',
    '/objects/%2e%2e%2fdata',
    '/objects/demo-..%2f..',
    '/objects/demo-nobody/192.webp',
  ])('is not to be had under %s', async (path) => {
    const { visitor } = await site();
    const answer = await visitor('GET', path);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { message: 'Not found', code: 'not_found' },
    ]);
  });

  test('is not to be had in a width or a format that the site does not use', async () => {
    const { upload, visitor } = await site();
    const { servingPath } = await upload(await samplePicture());
    for (const file of ['193.webp', '192.png', 'fallback.jpg', '..%2f192.webp', '0192.webp']) {
      expect((await visitor('GET', `${servingPath}/${file}`)).statusCode, file).toBe(404);
    }
  });

  test('is not there before it has come', async () => {
    const { address, visitor } = await site();
    const { servingPath } = await address();
    expect((await visitor('GET', servingPath)).statusCode).toBe(404);
  });
});
