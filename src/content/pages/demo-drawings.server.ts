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

/** The drawings in the sprite sheet, from top to bottom. */
const stack = [
  ...['marisol', 'devon', 'priya', 'walter'].map(createPortrait),
  createLogo('fernhalt', 213),
  createLogo('ironquay', 264),
  createLogo('tindle', 142, '#f3b49b'),
  createLogo('pocketwell', 191),
  createLogo('dermarie', 209, '#b9d6c4'),
];

/** The drawings in the sprite sheet, with their positions. */
export const drawings = stack.map((drawing, index) => ({
  ...drawing,
  top: stack.slice(0, index).reduce((sum, { height }) => sum + height, 0),
}));

/** Finds the part of the sprite sheet that shows a drawing, as an SVG view box. */
function findViewBox(name: string): string | undefined {
  const drawing = drawings.find((candidate) => candidate.name === name.toLowerCase());
  return drawing && `0 ${drawing.top} ${drawing.width} ${drawing.height}`;
}

const drawPerson = (name: string, role: string) => ({
  name,
  role,
  picture: null,
  drawing: findViewBox(name),
});

/** The people in the schedule of the demo content. */
export const demoPeople = [
  drawPerson('Marisol', 'Receptionist'),
  drawPerson('Devon', 'Customer Support'),
];

/** The invented clients of the demo content. */
export const demoLogos = ['Fernhalt', 'Ironquay', 'Tindle', 'Pocketwell', 'Dermarie'].map(
  (name) => ({ name, drawing: findViewBox(name) }),
);

/** The people behind the contact section while the site shows the demo content. */
export const demoCrew = [
  ...['devon', 'ana-lucia', 'marisol', 'walter', 'tomasa'],
  ...['rafael', 'ingrid', 'jerome', 'beatriz', 'noor'],
].map((name) => ({ url: `/pictures/portraits/${name}.svg` }));
