/**
 * The states of a payment, from the weakest word of Stripe's to the strongest. A payment moves only to
 * the right, so the order in which Stripe's messages arrive makes no difference. `failed` stands before
 * the others: Stripe lets a customer try another card on the same PaymentIntent.
 */
export const paymentStatuses = ['pending', 'failed', 'canceled', 'succeeded', 'refunded'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** What can still be paid. The database allows one of these for a lead and a package. */
export const openStatuses: readonly PaymentStatus[] = ['pending', 'failed'];

/** Where money has come in: such a payment is kept. */
export const paidStatuses: readonly PaymentStatus[] = ['succeeded', 'refunded'];

/** The states from which a payment may move to the given one. */
export const getEarlierStatuses = (status: PaymentStatus): readonly PaymentStatus[] =>
  paymentStatuses.slice(0, paymentStatuses.indexOf(status));
