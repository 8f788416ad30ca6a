/** Formats a number of things: "1 lead", "1,200 leads". */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
