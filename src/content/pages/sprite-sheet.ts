/** The sprite sheet of the demo content's drawings, which the build generates. */
export const spriteSheet = { file: 'pictures/first-view.svg', width: 704, height: 3096 } as const;
