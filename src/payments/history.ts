import { formatMoney } from '../lib/format-number';
import { z } from '../lib/schema';
import { paymentStatuses } from './payment-status';

/** The audit subject of a lead's payments. */
export const paymentAuditSubject = 'lead-payments';

/** A payment after a change, or the wish to pay while payments are off. Amounts in cents. */
export const paymentHistoryEntry = z.object({
  status: z.enum([...paymentStatuses, 'wanted']),
  packageName: z.string(),
  amount: z.number(),
  refundedAmount: z.number(),
});

export type PaymentHistoryEntry = z.output<typeof paymentHistoryEntry>;

const labels: Record<PaymentHistoryEntry['status'], string> = {
  wanted: 'Wanted to pay',
  pending: 'Began to pay',
  failed: 'Card declined:',
  canceled: 'Payment canceled:',
  succeeded: 'Paid',
  refunded: 'Refunded',
};

/** Describes a payment's history entry: "Paid $2,000 for Full PM". */
export function formatPaymentHistory(after: unknown): string {
  const { data } = paymentHistoryEntry.safeParse(after);
  if (!data) return 'Payment changed';
  const { status, packageName, amount, refundedAmount } = data;
  const amountText = formatMoney(amount / 100);
  const isPartlyRefunded = status === 'succeeded' && refundedAmount > 0;
  return isPartlyRefunded
    ? `Refunded ${formatMoney(refundedAmount / 100)} of ${amountText} for ${packageName}`
    : `${labels[status]} ${amountText} for ${packageName}`;
}
