import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { CoverAnswer, Plan } from '../../cover/contract';
import { parseMinutes } from '../../lib/time/week-hours';
import { readOpening } from './plan-edits';

/** The size that link previews show, in pixels. */
const size = { width: 1200, height: 630 } as const;

/** The colors of the light look, by their place in the palette. */
const palette = ['#f4f2eb', '#fcfbf8', '#d5d1c4', '#16201b', '#ffc53d'];
const [ground, surface, line, ink, cover] = [0, 1, 2, 3, 4] as const;

/** The sheet's place in the picture, in pixels. */
const sheet = { left: 64, top: 128, width: 1072, rowHeight: 64 } as const;

type Area = readonly [left: number, top: number, width: number, height: number];

/** Returns whether a pixel is on a line of a hatching. */
const isHatched = (x: number, y: number) => (x + y) % 12 < 3;

/** A picture of rectangles. It needs no library, and no font. */
function createCanvas() {
  const pixels = new Uint8Array(size.width * size.height).fill(ground);
  const fill = ([left, top, width, height]: Area, color: number, hatching?: number) => {
    for (let y = Math.round(top); y < Math.round(top + height); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + width); x += 1) {
        const isLine = hatching !== undefined && isHatched(x, y);
        pixels[y * size.width + x] = isLine ? hatching : color;
      }
    }
  };
  const frame = ([left, top, width, height]: Area) => {
    fill([left - 2, top, 2, height], ink);
    fill([left + width - 2, top, 2, height], ink);
    fill([left, top - 2, width, 2], ink);
    fill([left, top + height - 2, width, 2], ink);
  };
  return { pixels, fill, frame };
}

/** Writes a part of a PNG file: length, type, data, checksum. */
function writeChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Encodes pixels of the palette as a PNG file (W3C, Portable Network Graphics, third edition). */
async function encodePng(pixels: Uint8Array): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  // 8 bits per pixel, with a palette.
  header.set([8, 3], 8);
  const rows = Buffer.alloc((size.width + 1) * size.height);
  for (let y = 0; y < size.height; y += 1) {
    // Each row begins with its filter: none.
    rows.set(pixels.subarray(y * size.width, (y + 1) * size.width), y * (size.width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(palette.map((color) => color.slice(1)).join(''), 'hex')),
    writeChunk('IDAT', await promisify(deflate)(rows)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Draws the week of a plan for link previews: yellow where somebody can work, else hatched. */
export function drawPlan(plan: Plan, answer: CoverAnswer | undefined): Promise<Buffer> {
  const { pixels, fill, frame } = createCanvas();
  const { from, to, days } = readOpening(plan);
  const first = parseMinutes(from);
  const minuteWidth = sheet.width / (parseMinutes(to) - first);
  const rowTop = (day: number) => sheet.top + (day - 1) * sheet.rowHeight;
  // The logo of `src/ui/picture/Logo.tsx`, which is 34 x 22.
  for (const [x, y, width, color] of [
    [0, 12, 12, ink],
    [22, 12, 12, ink],
    [6, 0, 22, cover],
  ] as const) {
    fill([sheet.left + x * 2, 48 + y * 2, width * 2, 20], color);
  }
  fill([sheet.left, sheet.top, sheet.width, 7 * sheet.rowHeight], surface);
  for (let minute = 60; minute < sheet.width / minuteWidth; minute += 60) {
    fill([sheet.left + minute * minuteWidth, sheet.top, 1, 7 * sheet.rowHeight], line);
  }
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    const isOpen = days.includes(day);
    if (!isOpen) fill([sheet.left, rowTop(day), sheet.width, sheet.rowHeight], surface, line);
    fill([sheet.left, rowTop(day), sheet.width, 1], line);
  }
  // Those who can work come last, in case that several desks need the same hours.
  const spans = answer?.desks.flatMap((desk) => desk.spans) ?? [];
  for (const { day, talentId, ...span } of spans.toSorted(
    (a, b) => Number(a.talentId !== null) - Number(b.talentId !== null),
  )) {
    const left = sheet.left + (parseMinutes(span.from) - first) * minuteWidth;
    const width = (parseMinutes(span.to) - parseMinutes(span.from)) * minuteWidth;
    const area: Area = [left, rowTop(day), width, sheet.rowHeight];
    if (talentId === null) fill(area, surface, ink);
    else fill(area, cover);
    frame(area);
  }
  frame([sheet.left, sheet.top, sheet.width, 7 * sheet.rowHeight]);
  return encodePng(pixels);
}
