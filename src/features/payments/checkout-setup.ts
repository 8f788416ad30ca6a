/** What the server tells the payment page; null: payments are not set up. */
export interface CheckoutSetup {
  publishableKey: string | null;
}
