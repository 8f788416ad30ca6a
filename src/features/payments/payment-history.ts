import { dollars } from '../../lib/dollars';
import { z } from '../../lib/schema';
import { paymentStatuses } from './payment-status';

/** Under what the payments of a lead stand in its history. */
export const paymentSubject = 'lead-payments';

/** A payment as it was after something happened to it. Sums in cents. */
export const paymentMoment = z.object({
  status: z.enum(paymentStatuses),
  packageName: z.string(),
  amount: z.number(),
  refundedAmount: z.number(),
});

export type PaymentMoment = z.output<typeof paymentMoment>;

/** What happened to a payment, in words: "Paid $2,000 for Full PM". Undefined when it is not read. */
export function paymentWords(after: unknown): string | undefined {
  const { data } = paymentMoment.safeParse(after);
  if (!data) return undefined;
  const { status, packageName, amount, refundedAmount } = data;
  const sum = dollars(amount / 100);
  switch (status) {
    case 'pending':
      return `Began to pay ${sum} for ${packageName}`;
    case 'failed':
      return `Card declined: ${sum} for ${packageName}`;
    case 'canceled':
      return `Payment canceled: ${sum} for ${packageName}`;
    case 'refunded':
      return `Refunded ${sum} for ${packageName}`;
    case 'succeeded':
      return refundedAmount > 0
        ? `Refunded ${dollars(refundedAmount / 100)} of ${sum} for ${packageName}`
        : `Paid ${sum} for ${packageName}`;
  }
}
