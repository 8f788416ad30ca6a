import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../lib/errors';
import { type PictureWidth, pictureWidths } from '../../lib/picture-url';
import { detectUnsupportedFormat } from './detect-unsupported-format.server';
import { checkCompleteness, type PictureFormat } from './file-completeness.server';
import { explainUnsupportedFormat, explainUnsupportedType } from './picture-formats';

/** A file of a picture, ready to be served. */
export interface PictureFile {
  name: string;
  /** Its content type. */
  type: string;
  body: Buffer;
}

/** What a file that was sent has become. */
export interface RenderedPicture {
  /** Pixels of the largest file. */
  width: number;
  height: number;
  fallback: FallbackFormat;
  files: PictureFile[];
}

/** The format that every program reads: PNG where the picture has see-through parts, else JPEG. */
export type FallbackFormat = 'jpg' | 'png';

export const fallbackTypes = { jpg: 'image/jpeg', png: 'image/png' } as const;

/** The name of a WebP file of a picture. */
export const getWebpName = (width: PictureWidth): string => `${width}.webp`;
export const getFallbackName = (format: FallbackFormat): string => `fallback.${format}`;

/** 50 megapixels: more than cameras that people carry, and 200 MB once decoded. */
const limitInputPixels = 50_000_000;

/** AVIF takes 18 bytes a pixel while it is decoded, JPEG 4 at most. */
const maxAvifPixels = 16_000_000;

const maxUploadWidthPx = 1800;

/** The fallback's, in pixels: it is for old programs alone. */
const fallbackWidthPx = 1080;

/** The share of the 255 steps from which on a pixel counts as opaque. */
const minOpaqueAlpha = 250;

const allowedLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
];

type SharpFactory = (input: Buffer, options?: SharpOptions) => Sharp;

let sharpPromise: Promise<SharpFactory> | undefined;

/** On first use: the library weighs 20 MB that a site without uploads need not hold. */
function loadSharp(): Promise<SharpFactory> {
  sharpPromise ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // By default it reads all that it can, SVG and PDF among it.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: allowedLoaders });
    return sharp;
  });
  return sharpPromise;
}

/** The widths that a picture is stored in: its own size is the largest. */
export function getStoredWidths(ownWidth: number): PictureWidth[] {
  const last = pictureWidths.findIndex((width) => width >= ownWidth);
  return pictureWidths.slice(0, last === -1 ? pictureWidths.length : last + 1);
}

const createNotAPictureError = () =>
  new AppError('unsupported_type', 'This is not a JPEG, PNG, WebP, AVIF or GIF picture.');
const createDamagedError = () =>
  new AppError('unreadable', 'The picture is damaged or incomplete.');

/** What the library's complaint means to who sent the file. */
function toUploadError(error: unknown, bytes: Buffer): AppError {
  // Of a format that isn't read, whatever else is wrong is no news: what to do instead is.
  const unsupported = detectUnsupportedFormat(bytes);
  if (unsupported) return new AppError('unsupported_type', explainUnsupportedFormat(unsupported));
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(text)) {
    return new AppError('unreadable', 'The picture has more than 50 megapixels.');
  }
  if (/unsupported image format|is empty/.test(text)) return createNotAPictureError();
  return createDamagedError();
}

function getFormat({ format, compression }: Metadata): PictureFormat {
  if (format === 'heif' && compression === 'av1') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') return format;
  throw createNotAPictureError();
}

const declaredFormats: Record<string, PictureFormat> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/**
 * The format that a content type promises.
 * @returns undefined when the header is missing: some systems know no type for newer formats
 * @throws AppError unsupported_type
 */
export function parseDeclaredFormat(contentType: string | undefined): PictureFormat | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (!type) return undefined;
  const format = declaredFormats[type];
  if (!format) {
    const reason = explainUnsupportedType(type);
    throw reason ? new AppError('unsupported_type', reason) : createNotAPictureError();
  }
  return format;
}

async function checkFile(image: Sharp, bytes: Buffer, declared: PictureFormat | undefined) {
  const metadata = await image.metadata();
  const format = getFormat(metadata);
  if (declared && declared !== format) {
    throw new AppError(
      'unsupported_type',
      `The file’s type does not match its content: ${format}.`,
    );
  }
  if (format === 'avif' && metadata.width * metadata.height > maxAvifPixels) {
    throw new AppError('unreadable', 'An AVIF picture may have 16 megapixels at most.');
  }
  const completeness = checkCompleteness(format, bytes);
  if (completeness === 'cut') throw createDamagedError();
  if (completeness === 'more') {
    throw new AppError(
      'unreadable',
      'The file contains other data after the picture. Please export it again.',
    );
  }
}

/** What turns a file into pictures: `renderUpload`, here or in a process of its own. */
export type RenderPicture = typeof renderUpload;

/**
 * Turns a file that somebody sent into the files that the site serves: decoded (the first frame of
 * several), turned upright, in sRGB, without metadata, in each width of the ladder up to its own.
 * @param declared what the sender says it is
 * @throws AppError unsupported_type, or unreadable
 */
export async function renderUpload(
  bytes: Buffer,
  declared: PictureFormat | undefined,
): Promise<RenderedPicture> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels, autoOrient: true });
    await checkFile(image, bytes, declared);
    return await renderWidths(sharp, image, maxUploadWidthPx);
  } catch (error) {
    throw toUploadError(error, bytes);
  }
}

/**
 * The same files of a drawing of our own (SVG), for the build. In the server SVG is not read.
 * @param maxWidthPx the largest width, in pixels
 */
export async function renderDrawing(svg: Buffer, maxWidthPx: number): Promise<RenderedPicture> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Twice the size that the drawings say: enough for the widest of the ladder.
  return renderWidths(sharp, sharp(svg, { density: 144 }), maxWidthPx);
}

async function renderWidths(
  sharp: SharpFactory,
  image: Sharp,
  maxWidthPx: number,
): Promise<RenderedPicture> {
  // Decoded once, to the largest size that is kept: a whole photo would take 200 MB for each width.
  const { data, info } = await image
    .resize({ width: maxWidthPx, height: 2 * maxWidthPx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  const createSource = () => sharp(data, { raw });
  const isTransparent = await hasTransparency(createSource(), channels);
  const resizeTo = (targetWidth: number) => {
    const resized = createSource().resize({ width: targetWidth, withoutEnlargement: true });
    return isTransparent ? resized : resized.removeAlpha();
  };

  const files: PictureFile[] = [];
  for (const targetWidth of getStoredWidths(width)) {
    const body = await resizeTo(targetWidth).webp({ quality: 78, alphaQuality: 85 }).toBuffer();
    files.push({ name: getWebpName(targetWidth), type: 'image/webp', body });
  }
  const fallback = isTransparent ? 'png' : 'jpg';
  const last = resizeTo(fallbackWidthPx);
  const body = await (isTransparent
    ? last.png({ palette: true, quality: 90 })
    : last.jpeg({ quality: 80, mozjpeg: true })
  ).toBuffer();
  files.push({ name: getFallbackName(fallback), type: fallbackTypes[fallback], body });
  return { width, height, fallback, files };
}

/** Whether anything can be seen through the picture. Most that have an alpha channel do not use it. */
async function hasTransparency(image: Sharp, channels: number): Promise<boolean> {
  if (channels !== 2 && channels !== 4) return false;
  const { channels: all } = await image.stats();
  return (all.at(-1)?.min ?? 255) < minOpaqueAlpha;
}
