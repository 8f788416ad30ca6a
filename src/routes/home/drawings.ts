interface Drawing {
  name: string;
  /** Its file under `public/pictures`, without the ending. */
  file: string;
  width: number;
  height: number;
  /** What it is drawn in, where it leaves that to its place. */
  color?: string;
}

const createPortrait = (name: string): Drawing => ({
  name,
  file: `portraits/${name}`,
  width: 704,
  height: 704,
});
/** Drawn for the dark band; the files themselves are in ink, for a light ground. */
const createLogo = (name: string, width: number, color = '#fff'): Drawing => ({
  name,
  file: `logos/${name}`,
  width,
  height: 56,
  color,
});

/** The drawings of the home page's first view, from the top of their sheet to its end. */
export const drawings: readonly Drawing[] = [
  ...['marisol', 'devon', 'priya', 'walter'].map(createPortrait),
  createLogo('fernhalt', 213),
  createLogo('ironquay', 264),
  createLogo('tindle', 142, '#f3b49b'),
  createLogo('pocketwell', 191),
  createLogo('dermarie', 209, '#b9d6c4'),
];

/** The sheet that the build draws them into. */
export const spriteSheet = {
  file: 'pictures/first-view.svg',
  width: Math.max(...drawings.map(({ width }) => width)),
  height: drawings.reduce((sum, { height }) => sum + height, 0),
};

/** Where a drawing is in the sheet: its view box there. @throws when there is none of this name */
export function findPlacement(name: string): { top: number; width: number; height: number } {
  let top = 0;
  for (const drawing of drawings) {
    if (drawing.name === name) return { top, width: drawing.width, height: drawing.height };
    top += drawing.height;
  }
  throw new Error(`No drawing of ${name}`);
}
