/** The formats that are read, as sharp names them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Where the picture ends, in bytes from the file's beginning; undefined when it does not end. */
type End = (bytes: Buffer) => number | undefined;

const inside = (bytes: Buffer, end: number) => (end <= bytes.length ? end : undefined);

/** ITU T.81, annex B: segments with a length, scans without one, then the marker that ends it. */
function jpegEnd(bytes: Buffer, start = 0): number | undefined {
  let at = start + 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) at = scanEnd(bytes, at);
  }
  return undefined;
}

/** The next marker that is no part of the scan: neither a stuffed zero nor a restart. */
function scanEnd(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0xff;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

/** PNG specification, 5: chunks up to IEND. */
const pngEnd: End = (bytes) => {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return inside(bytes, end);
    at = end;
  }
  return undefined;
};

/** RIFF: one chunk that says its length. */
const webpEnd: End = (bytes) => {
  if (bytes.length < 12) return undefined;
  const size = bytes.readUInt32LE(4);
  return inside(bytes, 8 + size + (size % 2));
};

/** GIF89a: blocks made of sub-blocks, up to the trailer. */
const gifEnd: End = (bytes) => {
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterSubBlocks = (start: number) => {
    let at = start;
    for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
    return at + 1;
  };
  let at = 13 + table(bytes[10] ?? 0);
  while (at < bytes.length) {
    if (bytes[at] === 0x3b) return at + 1;
    if (bytes[at] === 0x21) at = afterSubBlocks(at + 2);
    else if (bytes[at] === 0x2c) at = afterSubBlocks(at + 11 + table(bytes[at + 9] ?? 0));
    else return undefined;
  }
  return undefined;
};

const avifBoxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'mini']);

/** ISO 14496-12, 4.2: boxes that say their length; the last may run to the file's end. */
const avifEnd: End = (bytes) => {
  let at = 0;
  while (at + 8 <= bytes.length) {
    if (!avifBoxes.has(bytes.toString('latin1', at + 4, at + 8))) return at;
    const size = bytes.readUInt32BE(at);
    if (size === 0) return bytes.length;
    const isLong = size === 1 && at + 16 <= bytes.length;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    if (length < 8) return at;
    at += length;
  }
  return inside(bytes, at);
};

const ends: Record<PictureFormat, End> = {
  jpeg: jpegEnd,
  png: pngEnd,
  webp: webpEnd,
  avif: avifEnd,
  gif: gifEnd,
};

/** Zeros and line ends, which some programs and mail servers leave behind a file. */
const isPadding = (tail: Buffer) => tail.every((byte) => [0, 0x0a, 0x0d, 0x20].includes(byte));

/**
 * What phones hang on to nearly each photo: further pictures (its depth, or its light for bright
 * screens), a short film, Samsung's notes. To refuse them would be to refuse most photos.
 */
function isCameraTail(bytes: Buffer, start: number): boolean {
  const tail = bytes.subarray(start);
  const isSamsungs = tail.toString('latin1', tail.length - 4) === 'SEFT';
  const isFilm = tail.toString('latin1', 4, 8) === 'ftyp';
  if (isSamsungs || isFilm) return true;
  if (tail[0] !== 0xff || tail[1] !== 0xd8) return false;
  const end = jpegEnd(bytes, start);
  if (end === undefined) return false;
  return isPadding(bytes.subarray(end)) || isCameraTail(bytes, end);
}

/** Whether a file is one whole picture, ends too early, or carries something behind the picture. */
export function wholeness(format: PictureFormat, bytes: Buffer): 'whole' | 'cut' | 'more' {
  const end = ends[format](bytes);
  if (end === undefined) return 'cut';
  if (end === bytes.length || isPadding(bytes.subarray(end))) return 'whole';
  return format === 'jpeg' && isCameraTail(bytes, end) ? 'whole' : 'more';
}
