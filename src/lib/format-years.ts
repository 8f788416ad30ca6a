/** Formats a number of years: "1 year", "7 years". */
export const formatYears = (years: number): string => `${years} ${years === 1 ? 'year' : 'years'}`;
