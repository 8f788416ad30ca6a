import { listKeys } from '../../lib/list-keys';
import type { UnsupportedFormatName } from './picture-formats';

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
export function detectUnsupportedFormat(bytes: Buffer): UnsupportedFormatName | undefined {
  return listKeys(signatures).find((name) => signatures[name](bytes));
}
