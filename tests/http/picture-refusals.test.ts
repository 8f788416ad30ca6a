import { describe, expect, test } from 'vitest';
import { createPictureSite, svgFile } from '../support/picture-site';
import { createPngBomb, padJpeg, samplePicture } from '../support/pictures';
import { shareSite } from '../support/test-app';

const getSite = shareSite(createPictureSite);

const executable = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(4000, 7)]);
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(200, 1)]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');

/** Title, body, Content-Type, and the expected status and error code. */
const invalidUploads: [string, () => Buffer | Promise<Buffer>, string, number, string][] = [
  ['a renamed executable', () => executable, 'image/jpeg', 415, 'unsupported_type'],
  ['an empty body', () => Buffer.alloc(0), 'image/jpeg', 415, 'unsupported_type'],
  ['a PNG declared as a JPEG', () => samplePicture('png'), 'image/jpeg', 415, 'unsupported_type'],
  ['a JPEG declared as text', () => samplePicture(), 'text/html', 415, 'unsupported_type'],
  ['a PNG bomb of 900 megapixels', () => createPngBomb(30_000), 'image/png', 422, 'unreadable'],
];

/** Creates a small AVIF whose header claims 20 megapixels: encoding a real one takes seconds. */
async function largeAvif() {
  const avif = await samplePicture('avif');
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(5_000, size);
  avif.writeUInt32BE(4_000, size + 4);
  return avif;
}
invalidUploads.push(
  ['an AVIF of 20 megapixels', largeAvif, 'image/avif', 422, 'unreadable'],
  [
    'a JPEG that lacks only its last two bytes',
    async () => (await samplePicture()).subarray(0, -2),
    'image/jpeg',
    422,
    'unreadable',
  ],
);

for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  const type = `image/${format}`;
  const truncated = async () => {
    const whole = await samplePicture(format);
    return whole.subarray(0, whole.length / 2);
  };
  invalidUploads.push([`half of a ${format}`, truncated, type, 422, 'unreadable']);
}

describe('PUT /api/objects/upload/:id with an invalid picture', () => {
  test.each(invalidUploads)(
    'rejects %s and stores nothing',
    async (_, createBody, type, status, code) => {
      const { createUploadUrl, put, expectNothingStored } = getSite();
      const response = await put(await createUploadUrl(), await createBody(), type);
      expect([response.statusCode, response.json()]).toEqual([
        status,
        { code, message: expect.any(String) },
      ]);
      await expectNothingStored();
    },
  );
});

/** The start of a HEIC file: the brands that identify it, without any image data. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

describe('PUT /api/objects/upload/:id with an unsupported format', () => {
  const heicReason =
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.";
  const svgReason =
    'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.';
  const tiffReason =
    "TIFF pictures can't be read here. Export it as JPEG, PNG or WebP and try again.";
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);

  test.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
    ['a HEIC photo', () => heic, 'image/heic', heicReason],
    ['a HEIC photo without a Content-Type', () => heic, '', heicReason],
    ['a HEIC photo declared as a JPEG', () => heic, 'image/jpeg', heicReason],
    ['an SVG', () => svgFile, 'image/svg+xml', svgReason],
    ['an SVG declared as a PNG', () => svgFile, 'image/png', svgReason],
    [
      'an SVG with an XML declaration',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svgFile]),
      '',
      svgReason,
    ],
    ['a TIFF', () => samplePicture('tiff'), 'image/tiff', tiffReason],
    ['a TIFF without a Content-Type', () => samplePicture('tiff'), '', tiffReason],
    [
      'a BMP',
      () => bmp,
      'image/bmp',
      "BMP pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
    ],
    [
      'a picture in a rare format',
      () => bmp.subarray(9),
      'image/x-pcx',
      "Pictures of this format can't be read here. Export it as JPEG, PNG or WebP and try again.",
    ],
    [
      'an HTML page',
      () => html,
      'image/gif',
      'This is not a JPEG, PNG, WebP, AVIF or GIF picture.',
    ],
  ])('rejects %s with 415, the reason and what to do', async (_, createBody, type, message) => {
    const { createUploadUrl, put, expectNothingStored } = getSite();
    const response = await put(await createUploadUrl(), await createBody(), type);
    expect([response.statusCode, response.json()]).toEqual([
      415,
      { code: 'unsupported_type', message },
    ]);
    await expectNothingStored();
  });
});

describe('PUT /api/objects/upload/:id with a picture that other data follows', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'stores a %s without the data',
    async (format) => {
      const { createUploadUrl, put, visitor } = await createPictureSite();
      const body = Buffer.concat([await samplePicture(format), zip, html]);
      const response = await put(await createUploadUrl(), body, `image/${format}`);
      expect(response.statusCode).toBe(200);
      const { servingPath } = response.json();
      for (const path of [servingPath, `${servingPath}/516.webp`]) {
        const { statusCode, rawPayload } = await visitor('GET', path);
        expect(statusCode).toBe(200);
        for (const tail of [zip, html]) expect(rawPayload.includes(tail)).toBe(false);
      }
    },
  );
});

describe('PUT /api/objects/upload/:id with a JPEG', () => {
  test('accepts the data that phones append to a JPEG, and removes it', async () => {
    const { createUploadUrl, put, visitor } = await createPictureSite();
    const jpeg = await samplePicture();
    const video = Buffer.from('00000018667479706d703432SECRET', 'latin1');
    video.write('\0\0\0\x18ftypmp42', 0, 'latin1');
    for (const tail of [jpeg, video, Buffer.from('SECRET notes SEFT'), Buffer.alloc(64)]) {
      const response = await put(await createUploadUrl(), Buffer.concat([jpeg, tail]));
      expect(response.statusCode).toBe(200);
      const { servingPath } = response.json();
      for (const path of [servingPath, `${servingPath}/516.webp`]) {
        const { rawPayload } = await visitor('GET', path);
        expect(rawPayload.includes('SECRET')).toBe(false);
        expect(rawPayload.includes('ftyp')).toBe(false);
      }
    }
  });

  test('removes the comments of a JPEG', async () => {
    const { createUploadUrl, put, visitor } = await createPictureSite();
    const jpeg = await samplePicture();
    const padded = padJpeg(jpeg, jpeg.length + 300);
    html.copy(padded, 10);
    const { servingPath } = (await put(await createUploadUrl(), padded)).json();
    expect((await visitor('GET', servingPath)).rawPayload.includes('<script>')).toBe(false);
  });
});
