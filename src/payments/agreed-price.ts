/** What a lead has agreed to pay for a package. */
export interface AgreedPrice {
  /** The number of the proposal. */
  number: number;
  /** The package's name when it was agreed on. */
  packageName: string;
  /** In cents. */
  amount: number;
}

/** The key under which the checkout finds it; null without one. */
export const agreedPriceKey = 'agreed-price';
