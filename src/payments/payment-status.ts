/**
 * The states of a payment, in order. A payment only moves to the right, so the order in which
 * Stripe's messages arrive doesn't matter. `failed` comes early because Stripe lets the customer
 * try another card on the same PaymentIntent.
 */
export const paymentStatuses = ['pending', 'failed', 'canceled', 'succeeded', 'refunded'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** Payments that can still succeed. The database allows one of them per lead and package. */
export const openStatuses: readonly PaymentStatus[] = ['pending', 'failed'];

/** Payments that received money. They are never deleted. */
export const paidStatuses: readonly PaymentStatus[] = ['succeeded', 'refunded'];

/** Returns the statuses from which a payment may move to the given one. */
export const getEarlierStatuses = (status: PaymentStatus): readonly PaymentStatus[] =>
  paymentStatuses.slice(0, paymentStatuses.indexOf(status));
