/** Formats a number: "1,200". */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** Formats a number of things: "1 lead", "1,200 leads". */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;
