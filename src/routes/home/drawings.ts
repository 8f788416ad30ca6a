interface Drawing {
  name: string;
  /** File name under `public/pictures`, without the extension. */
  file: string;
  width: number;
  height: number;
  /** The color to draw it in, if the file uses `currentColor`. */
  color?: string;
}

const createPortrait = (name: string): Drawing => ({
  name,
  file: `portraits/${name}`,
  width: 704,
  height: 704,
});
/** Creates a logo recolored for the dark band. The files are dark on light. */
const createLogo = (name: string, width: number, color = '#fff'): Drawing => ({
  name,
  file: `logos/${name}`,
  width,
  height: 56,
  color,
});

/** Drawings on the home page, in their order in the sprite sheet. */
export const drawings: readonly Drawing[] = [
  ...['marisol', 'devon', 'priya', 'walter'].map(createPortrait),
  createLogo('fernhalt', 213),
  createLogo('ironquay', 264),
  createLogo('tindle', 142, '#f3b49b'),
  createLogo('pocketwell', 191),
  createLogo('dermarie', 209, '#b9d6c4'),
];

/** The sprite sheet that the build generates. */
export const spriteSheet = {
  file: 'pictures/first-view.svg',
  width: Math.max(...drawings.map(({ width }) => width)),
  height: drawings.reduce((sum, { height }) => sum + height, 0),
};

/**
 * Finds the position of a drawing in the sprite sheet.
 * @throws for an unknown name
 */
export function findPlacement(name: string): { top: number; width: number; height: number } {
  let top = 0;
  for (const drawing of drawings) {
    if (drawing.name === name) return { top, width: drawing.width, height: drawing.height };
    top += drawing.height;
  }
  throw new Error(`No drawing of ${name}`);
}
