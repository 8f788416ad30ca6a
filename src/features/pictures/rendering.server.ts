import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../lib/errors';
import { type PictureWidth, pictureWidths } from '../../lib/picture-address';
import { type PictureFormat, wholeness } from './picture-file.server';
import { explainUnreadFormat, explainUnreadType } from './picture-formats';
import { recognizeUnreadFormat } from './unread-format.server';

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
export const webpName = (width: PictureWidth): string => `${width}.webp`;
export const fallbackName = (format: FallbackFormat): string => `fallback.${format}`;

/** 50 megapixels: more than cameras that people carry, and 200 MB once decoded. */
const limitInputPixels = 50_000_000;

/** AVIF takes 18 bytes a pixel while it is decoded, JPEG 4 at most. */
const mostAvifPixels = 16_000_000;

const widest = 1800;

/** The fallback's, in pixels: it is for old programs alone. */
const fallbackWidth = 1080;

/** The share of the 255 steps from which on a pixel counts as opaque. */
const opaque = 250;

const readable = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
];

type Library = (input: Buffer, options?: SharpOptions) => Sharp;

let loading: Promise<Library> | undefined;

/** On first use: the library weighs 20 MB that a site without uploads need not hold. */
function library(): Promise<Library> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // By default it reads all that it can, SVG and PDF among it.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: readable });
    return sharp;
  });
  return loading;
}

/** The widths that a picture is stored in: its own size is the largest. */
export function storedWidths(ownWidth: number): PictureWidth[] {
  const last = pictureWidths.findIndex((width) => width >= ownWidth);
  return pictureWidths.slice(0, last === -1 ? pictureWidths.length : last + 1);
}

const notAPicture = () =>
  new AppError('unsupported_type', 'This is not a JPEG, PNG, WebP, AVIF or GIF picture.');
const damaged = () => new AppError('unreadable', 'The picture is damaged or incomplete.');

/** What the library's complaint means to who sent the file. */
function refusal(error: unknown, bytes: Buffer): AppError {
  // Of a format that isn't read, whatever else is wrong is no news: what to do instead is.
  const unread = recognizeUnreadFormat(bytes);
  if (unread) return new AppError('unsupported_type', explainUnreadFormat(unread));
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(text)) {
    return new AppError('unreadable', 'The picture has more than 50 megapixels.');
  }
  if (/unsupported image format|is empty/.test(text)) return notAPicture();
  return damaged();
}

function formatOf({ format, compression }: Metadata): PictureFormat {
  if (format === 'heif' && compression === 'av1') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') return format;
  throw notAPicture();
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
export function declaredFormat(contentType: string | undefined): PictureFormat | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (!type) return undefined;
  const format = declaredFormats[type];
  if (!format) {
    const reason = explainUnreadType(type);
    throw reason ? new AppError('unsupported_type', reason) : notAPicture();
  }
  return format;
}

async function checkFile(image: Sharp, bytes: Buffer, declared: PictureFormat | undefined) {
  const metadata = await image.metadata();
  const format = formatOf(metadata);
  if (declared && declared !== format) {
    throw new AppError('unsupported_type', `The file is of another type than it says: ${format}.`);
  }
  if (format === 'avif' && metadata.width * metadata.height > mostAvifPixels) {
    throw new AppError('unreadable', 'An AVIF picture may have 16 megapixels at most.');
  }
  const found = wholeness(format, bytes);
  if (found === 'cut') throw damaged();
  if (found === 'more') {
    throw new AppError('unreadable', 'The file holds something else behind the picture.');
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
  const sharp = await library();
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels, autoOrient: true });
    await checkFile(image, bytes, declared);
    return await renderWidths(sharp, image, widest);
  } catch (error) {
    throw refusal(error, bytes);
  }
}

/**
 * The same files of a drawing of our own (SVG), for the build. In the server SVG is not read.
 * @param largest the largest width, in pixels
 */
export async function renderDrawing(svg: Buffer, largest: number): Promise<RenderedPicture> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Twice the size that the drawings say: enough for the widest of the ladder.
  return renderWidths(sharp, sharp(svg, { density: 144 }), largest);
}

async function renderWidths(
  sharp: Library,
  image: Sharp,
  largest: number,
): Promise<RenderedPicture> {
  // Decoded once, to the largest size that is kept: a whole photo would take 200 MB for each width.
  const { data, info } = await image
    .resize({ width: largest, height: 2 * largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  const source = () => sharp(data, { raw });
  const isSeeThrough = await hasHoles(source(), channels);
  const sized = (wanted: number) => {
    const resized = source().resize({ width: wanted, withoutEnlargement: true });
    return isSeeThrough ? resized : resized.removeAlpha();
  };

  const files: PictureFile[] = [];
  for (const wanted of storedWidths(width)) {
    const body = await sized(wanted).webp({ quality: 78, alphaQuality: 85 }).toBuffer();
    files.push({ name: webpName(wanted), type: 'image/webp', body });
  }
  const fallback = isSeeThrough ? 'png' : 'jpg';
  const last = sized(fallbackWidth);
  const body = await (isSeeThrough
    ? last.png({ palette: true, quality: 90 })
    : last.jpeg({ quality: 80, mozjpeg: true })
  ).toBuffer();
  files.push({ name: fallbackName(fallback), type: fallbackTypes[fallback], body });
  return { width, height, fallback, files };
}

/** Whether anything can be seen through the picture. Most that have an alpha channel do not use it. */
async function hasHoles(image: Sharp, channels: number): Promise<boolean> {
  if (channels !== 2 && channels !== 4) return false;
  const { channels: all } = await image.stats();
  return (all.at(-1)?.min ?? 255) < opaque;
}
