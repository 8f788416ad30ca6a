import type { DatabaseTransaction } from '../db/database.server';
import { writeAudit } from '../foundation/audit/store.server';
import { type PaymentHistoryEntry, paymentAuditSubject } from './history';
import type { PaymentRow } from './table.server';

/**
 * Records changes of payments in their leads' history, in the transaction that makes them. Page,
 * webhook and reconciliation may all report the same change. Only the one that applies it records
 * it.
 */
export const writePaymentHistory = (
  transaction: DatabaseTransaction,
  payments: readonly PaymentRow[],
): Promise<void> =>
  writeAudit(
    transaction,
    payments.map(({ leadId, status, packageName, amount, refundedAmount, updatedAt }) => ({
      subject: paymentAuditSubject,
      itemId: leadId,
      action: status === 'pending' ? 'created' : 'changed',
      at: updatedAt,
      userId: null,
      after: { status, packageName, amount, refundedAmount } satisfies PaymentHistoryEntry,
    })),
  );
