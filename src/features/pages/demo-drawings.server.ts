const draw = (name: string, role: string) => ({
  name,
  role,
  picture: null,
  drawing: name.toLowerCase(),
});

/** The people in the schedule of the demo content: drawings of `routes/home/drawings.ts`. */
export const demoPeople = [
  draw('Marisol', 'Receptionist'),
  draw('Devon', 'Customer Support'),
  draw('Priya', 'Receptionist'),
  draw('Walter', 'Operations Manager'),
];

/** The invented clients of the demo content. */
export const demoLogos = ['Fernhalt', 'Ironquay', 'Tindle', 'Pocketwell', 'Dermarie'].map(
  (name) => ({ name, drawing: name.toLowerCase() }),
);

/** The people behind the contact section while the site shows the demo content. */
export const demoCrew = [
  ...['devon', 'ana-lucia', 'marisol', 'walter', 'tomasa'],
  ...['rafael', 'ingrid', 'jerome', 'beatriz', 'noor'],
].map((name) => ({ url: `/pictures/portraits/${name}.svg` }));
