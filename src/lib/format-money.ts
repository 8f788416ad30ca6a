import { getRegion } from './region';

/**
 * Formats dollars: "$1,000", or "$12.50" with cents. Written by hand: creating an
 * `Intl.NumberFormat` takes a phone 30 ms, in the middle of hydration. The locales to choose from
 * differ only in the sign.
 */
export const formatMoney = (amount: number): string =>
  (getRegion().currencySign ?? '$') +
  amount.toFixed(Number.isInteger(amount) ? 0 : 2).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
