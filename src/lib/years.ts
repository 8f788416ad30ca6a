/** "1 year", "7 years". */
export const yearsLabel = (years: number): string => `${years} ${years === 1 ? 'year' : 'years'}`;
