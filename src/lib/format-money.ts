/**
 * "$1,000", or "$12.50" where there are cents. By hand: the browser's own number format takes a phone
 * 30 ms to be made, in the middle of hydration.
 */
export const formatMoney = (amount: number): string =>
  `$${amount.toFixed(Number.isInteger(amount) ? 0 : 2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
