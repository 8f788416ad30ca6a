import sharp from 'sharp';

/** The lengths of runs that are no letters: the bars of the schedule and the ticks of its ruler. */
const minBarPx = 100;
const rulerHeightPx = 20;

/** Describes what a visitor of a chat sees on a drawing for link previews. */
export interface DrawnContent {
  /** The share of pixels with a color that only drawn people have: no gray, no yellow. */
  people: number;
  /** The number of short dark strokes, of which letters and drawn faces consist. */
  strokes: number;
}

/** Reads from the pixels of a drawing for link previews whether it shows people or words. */
export async function readDrawnContent(file: Buffer): Promise<DrawnContent> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let colored = 0;
  let strokes = 0;
  for (let y = 0; y < info.height; y += 1) {
    let darkRun = 0;
    for (let x = 0; x <= info.width; x += 1) {
      const at = (y * info.width + x) * info.channels;
      const [red = 255, green = 255, blue = 255] = x < info.width ? data.subarray(at, at + 3) : [];
      const isGray = Math.max(red, green, blue) - Math.min(red, green, blue) < 24;
      const isYellow = red > 190 && green > 150 && green < red && blue < green - 40;
      // Between the yellow of a bar and its dark edge.
      const isShade = red >= green && green >= blue && Math.abs(green / red - 0.77) < 0.09;
      if (!isGray && !isYellow && !isShade) colored += 1;
      if (red + green + blue < 200) {
        darkRun += 1;
      } else {
        if (darkRun > 0 && darkRun < minBarPx && y >= rulerHeightPx) strokes += 1;
        darkRun = 0;
      }
    }
  }
  return { people: colored / (info.width * info.height), strokes };
}
