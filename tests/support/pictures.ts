import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

function drawSample(format: Format, width: number, height: number): Promise<Buffer> {
  const quarter = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  });
  return sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .composite([
      { input: quarter('#3c3'), left: width / 2, top: 0 },
      { input: quarter('#33c'), left: 0, top: height / 2 },
    ])
    .toFormat(format)
    .toBuffer();
}

/** The drawn samples: encoding one takes longer than most tests. */
const samples = new Map<string, Promise<Buffer>>();

/** Creates an image file with a different color in each quarter. */
export async function samplePicture(
  format: Format = 'jpeg',
  { width = 800, height = 600 } = {},
): Promise<Buffer> {
  const key = `${format} ${width} ${height}`;
  const sample = samples.get(key) ?? drawSample(format, width, height);
  samples.set(key, sample);
  return Buffer.from(await sample);
}

/** Pads a JPEG to the given size with comment segments, which decoders skip. */
export function padJpeg(jpeg: Buffer, size: number): Buffer {
  const parts = [jpeg.subarray(0, 2)];
  // A comment segment has a 4-byte header and at most 65,533 more bytes; the last two share the
  // rest.
  for (let missing = size - jpeg.length; missing > 0; ) {
    const length = missing > 65_537 * 2 ? 65_537 : missing > 65_537 ? missing >> 1 : missing;
    const comment = Buffer.alloc(length);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    parts.push(comment);
    missing -= length;
  }
  return Buffer.concat([...parts, jpeg.subarray(2)]);
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Creates a valid black-and-white PNG with few bytes and a huge number of pixels. */
export function createPngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}
