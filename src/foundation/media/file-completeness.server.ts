import type { PictureFormat } from './picture-formats';

/** Returns the offset at which the picture ends; undefined when it is truncated. */
type EndFinder = (bytes: Buffer) => number | undefined;

const limitToFile = (bytes: Buffer, end: number) => (end <= bytes.length ? end : undefined);

/** Finds the end of a JPEG (ITU T.81, annex B): segments, scans without a length, end marker. */
function findJpegEnd(bytes: Buffer, start = 0): number | undefined {
  let offset = start + 2;
  while (offset + 1 < bytes.length) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xd9) return offset + 2;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      offset += 2;
      continue;
    }
    if (offset + 4 > bytes.length) return undefined;
    offset += 2 + bytes.readUInt16BE(offset + 2);
    if (marker === 0xda) offset = findScanEnd(bytes, offset);
  }
  return undefined;
}

/** Finds the next marker after a scan, which contains stuffed zeros and restart markers. */
function findScanEnd(bytes: Buffer, start: number): number {
  let offset = bytes.indexOf(0xff, start);
  while (offset !== -1) {
    const next = bytes[offset + 1] ?? 0xff;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset;
    offset = bytes.indexOf(0xff, next === 0xff ? offset + 1 : offset + 2);
  }
  return bytes.length;
}

/** Finds the end of a PNG (PNG specification, section 5): chunks up to IEND. */
const findPngEnd: EndFinder = (bytes) => {
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'IEND') return limitToFile(bytes, end);
    offset = end;
  }
  return undefined;
};

/** Finds the end of a WebP, which is one RIFF chunk with its length. */
const findWebpEnd: EndFinder = (bytes) => {
  if (bytes.length < 12) return undefined;
  const size = bytes.readUInt32LE(4);
  return limitToFile(bytes, 8 + size + (size % 2));
};

/** Finds the end of a GIF89a: blocks made of sub-blocks, up to the trailer. */
const findGifEnd: EndFinder = (bytes) => {
  const getColorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipSubBlocks = (start: number) => {
    let offset = start;
    for (let size = bytes[offset]; size; size = bytes[offset]) offset += 1 + size;
    return offset + 1;
  };
  let offset = 13 + getColorTableBytes(bytes[10] ?? 0);
  while (offset < bytes.length) {
    if (bytes[offset] === 0x3b) return offset + 1;
    if (bytes[offset] === 0x21) offset = skipSubBlocks(offset + 2);
    else if (bytes[offset] === 0x2c)
      offset = skipSubBlocks(offset + 11 + getColorTableBytes(bytes[offset + 9] ?? 0));
    else return undefined;
  }
  return undefined;
};

const avifBoxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'mini']);

/** Finds the end of an AVIF (ISO 14496-12, 4.2). The last box may extend to the file's end. */
const findAvifEnd: EndFinder = (bytes) => {
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    if (!avifBoxes.has(bytes.toString('latin1', offset + 4, offset + 8))) return offset;
    const size = bytes.readUInt32BE(offset);
    if (size === 0) return bytes.length;
    const isLong = size === 1 && offset + 16 <= bytes.length;
    const length = isLong ? Number(bytes.readBigUInt64BE(offset + 8)) : size;
    if (length < 8) return offset;
    offset += length;
  }
  return limitToFile(bytes, offset);
};

const endFinders: Record<PictureFormat, EndFinder> = {
  jpeg: findJpegEnd,
  png: findPngEnd,
  webp: findWebpEnd,
  avif: findAvifEnd,
  gif: findGifEnd,
};

/** Returns whether only padding follows, which some programs and mail servers append. */
const isPadding = (trailer: Buffer) =>
  trailer.every((byte) => [0, 0x0a, 0x0d, 0x20].includes(byte));

/**
 * Returns whether the rest is what phones append to almost every photo: further pictures (depth,
 * HDR gain map), a short video, or Samsung's data. Rejecting these would reject most photos.
 */
function isCameraTrailer(bytes: Buffer, start: number): boolean {
  const trailer = bytes.subarray(start);
  const isSamsungTrailer = trailer.toString('latin1', trailer.length - 4) === 'SEFT';
  const isVideo = trailer.toString('latin1', 4, 8) === 'ftyp';
  if (isSamsungTrailer || isVideo) return true;
  if (trailer[0] !== 0xff || trailer[1] !== 0xd8) return false;
  const end = findJpegEnd(bytes, start);
  if (end === undefined) return false;
  return isPadding(bytes.subarray(end)) || isCameraTrailer(bytes, end);
}

/**
 * Checks whether a file is one whole picture, is truncated, or has data after the picture. sharp's
 * `failOn` detects truncated files, but never data after the picture.
 */
export function checkCompleteness(format: PictureFormat, bytes: Buffer): 'whole' | 'cut' | 'more' {
  const end = endFinders[format](bytes);
  if (end === undefined) return 'cut';
  if (end === bytes.length || isPadding(bytes.subarray(end))) return 'whole';
  return format === 'jpeg' && isCameraTrailer(bytes, end) ? 'whole' : 'more';
}
