import type { DatabaseTransaction } from '../../db/database.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { type PaymentHistoryEntry, paymentAuditSubject } from './history';
import type { PaymentRow } from './table.server';

/**
 * Writes into their leads' history what has become of payments, in the transaction in which it
 * happens: so it stands there once, whoever of page, webhook and reconciliation was first.
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
