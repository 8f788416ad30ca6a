import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { CoverAnswer, Plan } from '../../cover/contract';
import { getHourRange, listRuns, toIndex } from '../../cover/public/paint';
import { markCells } from '../../cover/week';
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

/**
 * A picture of rectangles. It needs no library, and no font. Each row of its pixels begins with 0, the
 * row's filter in a PNG file: none.
 */
function createCanvas() {
  const pixels = new Uint8Array((size.width + 1) * size.height).fill(ground);
  const fill = ([left, top, width, height]: Area, color: number, hatching?: number) => {
    for (let y = Math.round(top); y < Math.round(top + height); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + width); x += 1) {
        const isLine = hatching !== undefined && isHatched(x, y);
        pixels[y * (size.width + 1) + 1 + x] = isLine ? hatching : color;
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
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(palette.map((color) => color.slice(1)).join(''), 'hex')),
    writeChunk('IDAT', await promisify(deflate)(pixels)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Marks each half hour of a week: 1 where a desk needs somebody, 2 where somebody can work at one. So
 * a plan with thousands of spans takes no longer to draw than any other.
 */
function markCovered(plan: Plan, { desks }: CoverAnswer): Uint8Array {
  const spans = desks.flatMap((desk) => desk.spans);
  const covered = markCells(spans.filter(({ talentId }) => talentId !== null));
  const needed = markCells(plan.desks.flatMap(({ hours }) => hours));
  return needed.map((isNeeded, cell) => (covered[cell] ? 2 : isNeeded));
}

/** Draws the week of a plan for link previews: yellow where somebody can work, else hatched. */
export function drawPlan(plan: Plan, answer: CoverAnswer): Promise<Buffer> {
  const { pixels, fill, frame } = createCanvas();
  const { days } = readOpening(plan);
  const { first, last } = getHourRange(plan);
  const hourWidth = sheet.width / (last - first);
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
  for (let hour = 1; hour < last - first; hour += 1) {
    fill([sheet.left + hour * hourWidth, sheet.top, 1, 7 * sheet.rowHeight], line);
  }
  const marks = markCovered(plan, answer);
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    const isOpen = days.includes(day);
    if (!isOpen) fill([sheet.left, rowTop(day), sheet.width, sheet.rowHeight], surface, line);
    fill([sheet.left, rowTop(day), sheet.width, 1], line);
    const readMark = (cell: number) => marks[toIndex({ day: day - 1, cell })];
    for (const { from, to, value } of listRuns(first * 2, last * 2, readMark)) {
      if (!value) continue;
      const left = sheet.left + (from / 2 - first) * hourWidth;
      const area: Area = [left, rowTop(day), ((to - from) / 2) * hourWidth, sheet.rowHeight];
      if (value === 1) fill(area, surface, ink);
      else fill(area, cover);
      frame(area);
    }
  }
  frame([sheet.left, sheet.top, sheet.width, 7 * sheet.rowHeight]);
  return encodePng(pixels);
}
