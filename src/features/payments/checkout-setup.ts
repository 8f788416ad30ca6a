/** Stripe's settings for the payment page; null when payments are not set up. */
export interface CheckoutSetup {
  publishableKey: string | null;
}
