/** "$1,000". */
export const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
