import { formatMoney } from '../../lib/format-money';
import { z } from '../../lib/schema';
import { paymentStatuses } from './payment-status';

/** The audit subject of a lead's payments. */
export const paymentAuditSubject = 'lead-payments';

/** A payment after a change. Amounts in cents. */
export const paymentHistoryEntry = z.object({
  status: z.enum(paymentStatuses),
  packageName: z.string(),
  amount: z.number(),
  refundedAmount: z.number(),
});

export type PaymentHistoryEntry = z.output<typeof paymentHistoryEntry>;

/** Describes a payment's history entry: "Paid $2,000 for Full PM". Undefined for an invalid one. */
export function formatPaymentHistory(after: unknown): string | undefined {
  const { data } = paymentHistoryEntry.safeParse(after);
  if (!data) return undefined;
  const { status, packageName, amount, refundedAmount } = data;
  const amountText = formatMoney(amount / 100);
  switch (status) {
    case 'pending':
      return `Began to pay ${amountText} for ${packageName}`;
    case 'failed':
      return `Card declined: ${amountText} for ${packageName}`;
    case 'canceled':
      return `Payment canceled: ${amountText} for ${packageName}`;
    case 'refunded':
      return `Refunded ${amountText} for ${packageName}`;
    case 'succeeded':
      return refundedAmount > 0
        ? `Refunded ${formatMoney(refundedAmount / 100)} of ${amountText} for ${packageName}`
        : `Paid ${amountText} for ${packageName}`;
  }
}
