import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { iconName, type PictureWidth, pictureWidths } from '../../lib/picture-url';
import { exposureLimits, type LogoTone } from '../../lib/picture-values';
import { measureExposure, measureTone, type Sample, sampleSizePx } from './measure-picture.server';
import {
  type DeclaredFormat,
  explainUnsupportedFormat,
  explainUnsupportedType,
  type PictureFormat,
  pictureFormats,
  type RenderTarget,
  svgType,
  type UnsupportedFormatName,
} from './picture-formats';
import { sanitizeSvg } from './svg.server';

const startsWithAny = (bytes: Buffer, ...starts: string[]): boolean =>
  starts.some((start) => bytes.toString('latin1', 0, start.length) === start);

/** Detects HEIC by its HEVC brands (ISO 14496-12, 4.3; ISO 23008-12, annex B). AVIF has others. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  return /hei[cmsx]|hev[cmsx]/.test(brands) && !/avi[fs]/.test(brands);
}

function isSvg(bytes: Buffer): boolean {
  const start = bytes
    .toString('utf8', 0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^<(?:svg|\?xml|!--|!doctype svg)/i.test(start) && /<svg[\s>]/i.test(start);
}

const signatures: Record<UnsupportedFormatName, (bytes: Buffer) => boolean> = {
  svg: isSvg,
  heic: isHeic,
  tiff: (bytes) => startsWithAny(bytes, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  bmp: (bytes) => startsWithAny(bytes, 'BM'),
  jxl: (bytes) => startsWithAny(bytes, '\xff\x0a', '\0\0\0\x0cJXL '),
  psd: (bytes) => startsWithAny(bytes, '8BPS'),
};

/** Recognizes unsupported formats by the first bytes. Too superficial to accept a file. */
function detectUnsupportedFormat(bytes: Buffer): UnsupportedFormatName | undefined {
  return listKeys(signatures).find((name) => signatures[name](bytes));
}

/** One file of a picture, ready to be served. */
export interface PictureFile {
  name: string;
  /** Its content type. */
  type: string;
  body: Buffer;
}

/** A rendered picture. */
export interface RenderedPicture {
  /** The dimensions of the largest file, in pixels. */
  width: number;
  height: number;
  fallback: FallbackFormat;
  files: PictureFile[];
  /** Its color, which matters for a logo. */
  tone: LogoTone;
  /** How much a photograph is to be brightened, in percent. */
  exposure: number;
}

/** The format of the file that every program reads: PNG for transparency, otherwise JPEG. */
export type FallbackFormat = 'jpg' | 'png';

export const fallbackTypes = { jpg: 'image/jpeg', png: 'image/png' } as const;

/** Returns the name of a picture's WebP file. */
export const getWebpName = (width: PictureWidth): string => `${width}.webp`;
export const getFallbackName = (format: FallbackFormat): string => `fallback.${format}`;

/** The maximum size of an upload: more than everyday cameras have, and 200 MB once decoded. */
const limitInputPixels = 50_000_000;

/** Maximum size of an AVIF. Decoding takes 18 bytes per pixel; JPEG takes at most 4. */
const maxAvifPixels = 16_000_000;

/** Width to which SVG logos are rendered: five times what the site shows. */
const svgWidthPx = 1000;

/** Maximum width of the fallback in pixels. Only old programs use it. */
const fallbackWidthPx = 1080;

/** The alpha value, of 255, from which a pixel counts as opaque. */
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

/** Imported on first use: the library takes 20 MB, which a site without uploads doesn't need. */
function loadSharp(): Promise<SharpFactory> {
  sharpPromise ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // By default the library reads every format that it can, including SVG and PDF.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: allowedLoaders });
    return sharp;
  });
  return sharpPromise;
}

/** Returns the widths in which a picture is stored. Its own width is the largest. */
export function getStoredWidths(ownWidth: number): PictureWidth[] {
  const last = pictureWidths.findIndex((width) => width >= ownWidth);
  return pictureWidths.slice(0, last === -1 ? pictureWidths.length : last + 1);
}

const createNotAPictureError = () =>
  new AppError('unsupported_type', 'This is not a JPEG, PNG, WebP, AVIF or GIF picture.');
const createUnreadableError = (message = 'The picture is damaged or incomplete.') =>
  new AppError('unreadable', message);

/** Converts an error of the library to an error for the client. */
function toUploadError(error: unknown, bytes: Buffer): AppError {
  // For an unsupported format, advice on what to do instead is the most useful error.
  const unsupported = detectUnsupportedFormat(bytes);
  if (unsupported) return new AppError('unsupported_type', explainUnsupportedFormat(unsupported));
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(text))
    return createUnreadableError('The picture has more than 50 megapixels.');
  if (/unsupported image format|is empty/.test(text)) return createNotAPictureError();
  return createUnreadableError();
}

function getFormat({ format, compression }: Metadata): PictureFormat {
  if (format === 'heif' && compression === 'av1') return 'avif';
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') return format;
  throw createNotAPictureError();
}

/**
 * Returns the format that a content type declares; undefined without one, because some systems have
 * none for newer formats. @throws AppError unsupported_type
 */
export function parseDeclaredFormat(
  contentType: string | undefined,
  { allowsSvg }: { allowsSvg: boolean },
): DeclaredFormat | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (!type) return undefined;
  if (type === svgType && allowsSvg) return 'svg';
  if (type === 'image/jpg') return 'jpeg';
  const format = pictureFormats.find((supported) => type === `image/${supported}`);
  if (format) return format;
  const reason = explainUnsupportedType(type);
  throw reason ? new AppError('unsupported_type', reason) : createNotAPictureError();
}

async function checkFile(image: Sharp, declared: PictureFormat | undefined) {
  const metadata = await image.metadata();
  const format = getFormat(metadata);
  if (declared && declared !== format) {
    const message = `The file’s type does not match its content: ${format}.`;
    throw new AppError('unsupported_type', message);
  }
  if (format === 'avif' && metadata.width * metadata.height > maxAvifPixels) {
    throw createUnreadableError('An AVIF picture may have 16 megapixels at most.');
  }
}

/** The signature of `renderUpload`, which runs in this process or in a separate one. */
export type RenderPicture = typeof renderUpload;

/**
 * Renders an upload to the files that the site serves: decoded (only the first frame), upright, in
 * sRGB, without metadata, in each standard width. Or the icon of a stored logo.
 * @throws AppError unsupported_type, unreadable
 */
export async function renderUpload(
  bytes: Buffer,
  target: RenderTarget | undefined,
): Promise<RenderedPicture> {
  const sharp = await loadSharp();
  if (target === 'svg') return renderSvg(sharp, bytes);
  try {
    if (target === 'icon') return await renderIcon(sharp, bytes);
    // Refuses a truncated file of each format. Data after the picture is not read, and not stored.
    const image = sharp(bytes, { failOn: 'error', limitInputPixels, autoOrient: true });
    await checkFile(image, target);
    return await renderWidths(sharp, image, Math.max(...pictureWidths));
  } catch (error) {
    throw toUploadError(error, bytes);
  }
}

const svgLoader = 'VipsForeignLoadSvgBuffer';

/** Pixels per inch at which an SVG has its own size. */
const svgDensity = 72;

/** Renders an SVG logo to pixels. Its loader is unblocked only meanwhile. */
async function renderSvg(sharp: SharpFactory, bytes: Buffer): Promise<RenderedPicture> {
  const svg = sanitizeSvg(bytes);
  const { default: library } = await import('sharp');
  library.unblock({ operation: [svgLoader] });
  try {
    const { width } = await sharp(svg, { limitInputPixels }).metadata();
    const density = Math.min(2400, Math.max(1, (svgDensity * svgWidthPx) / width));
    return await renderWidths(sharp, sharp(svg, { density, limitInputPixels }), svgWidthPx);
  } catch {
    throw createUnreadableError('The SVG could not be read. Save it as PNG and try again.');
  } finally {
    library.block({ operation: [svgLoader] });
  }
}

/** The size of an icon, and the margin around the logo in it, in pixels. */
const icon = { size: 192, margin: 16 } as const;

/** The plates on which logos are shown: light ones on ink, others on paper, as in `tokens.css`. */
const iconPlates = { light: '#16201b', other: '#f4f2eb' } as const;

/** Renders the icon of browser tabs from a stored logo: the whole logo on a square plate. */
async function renderIcon(sharp: SharpFactory, bytes: Buffer): Promise<RenderedPicture> {
  const { size, margin } = icon;
  const open = () => sharp(bytes, { limitInputPixels });
  const { hasAlpha } = await open().metadata();
  const tone = hasAlpha ? measureTone(await takeSample(open())) : 'boxed';
  const background = tone === 'light' ? iconPlates.light : iconPlates.other;
  const body = await open()
    .resize({ width: size - 2 * margin, height: size - 2 * margin, fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .flatten({ background })
    .png({ palette: true })
    .toBuffer();
  const files = [{ name: iconName, type: fallbackTypes.png, body }];
  return {
    width: size,
    height: size,
    fallback: 'png',
    files,
    tone,
    exposure: exposureLimits.usual,
  };
}

/** Renders the same files from one of the site's own SVG drawings, for the build. */
export async function renderDrawing(svg: Buffer, maxWidthPx: number): Promise<RenderedPicture> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Twice the drawings' own size, which is enough for the largest standard width.
  return renderWidths(sharp, sharp(svg, { density: 144 }), maxWidthPx);
}

async function renderWidths(
  sharp: SharpFactory,
  image: Sharp,
  maxWidthPx: number,
): Promise<RenderedPicture> {
  // Decode once, to the largest stored size: decoding a whole photo for each width would take 200
  // MB each.
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
  const sample = await takeSample(createSource());
  return {
    width,
    height,
    fallback,
    files,
    tone: isTransparent ? measureTone(sample) : 'boxed',
    exposure: isTransparent ? exposureLimits.usual : measureExposure(sample),
  };
}

/** Reduces a picture for measuring. */
async function takeSample(image: Sharp): Promise<Sample> {
  const { data, info } = await image
    .resize({ width: sampleSizePx, height: sampleSizePx, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, channels: info.channels };
}

/** Returns whether there are transparent pixels. Most pictures with an alpha channel have none. */
async function hasTransparency(image: Sharp, channels: number): Promise<boolean> {
  if (channels !== 2 && channels !== 4) return false;
  const { channels: all } = await image.stats();
  return (all.at(-1)?.min ?? 255) < minOpaqueAlpha;
}
