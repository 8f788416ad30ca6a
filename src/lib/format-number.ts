import { getRegion } from './region';

/** Formats a number: "1,200". */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** Formats a number of things: "1 lead", "1,200 leads". */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/**
 * Formats dollars: "$1,000", or "$12.50" with cents. Written by hand: creating an
 * `Intl.NumberFormat` takes a phone 30 ms, in the middle of hydration. The locales to choose from
 * differ only in the sign.
 */
export const formatMoney = (amount: number): string =>
  (getRegion().currencySign ?? '$') +
  amount.toFixed(Number.isInteger(amount) ? 0 : 2).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Formats a number of years: "Under a year", "1 year", "7 years". */
export const formatYears = (years: number): string =>
  years ? `${years} ${years === 1 ? 'year' : 'years'}` : 'Under a year';
