import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { readHistory, writeAudit } from '../foundation/audit/store.server';
import { enqueue } from '../foundation/outbox/store.server';
import { type PaymentHistoryEntry, paymentAuditSubject, paymentHistoryEntry } from './history';

/** A visitor wanted to pay. The amount is in cents. */
interface PaymentInterest {
  leadId: string;
  packageName: string;
  amount: number;
}

/** Locks a lead. @returns whether it exists */
async function lockLead(transaction: DatabaseTransaction, leadId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('leads')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Records in the lead's history that it wanted to pay while payments are off, and notifies the
 * owner. A repeated request for the same package records nothing.
 * @returns whether it was recorded
 */
export const recordPaymentInterest = (
  db: Database,
  { leadId, packageName, amount }: PaymentInterest,
): Promise<boolean> =>
  runInTransaction(db, async (transaction) => {
    if (!(await lockLead(transaction, leadId))) return false;
    const { entries } = await readHistory(transaction, [paymentAuditSubject], leadId, {
      limit: 100,
    });
    const isKnown = entries.some(({ after }) => {
      const { data } = paymentHistoryEntry.safeParse(after);
      return data?.status === 'wanted' && data.packageName === packageName;
    });
    if (isKnown) return false;
    await writeAudit(transaction, [
      {
        subject: paymentAuditSubject,
        itemId: leadId,
        action: 'created',
        at: new Date().toISOString(),
        userId: null,
        after: {
          status: 'wanted',
          packageName,
          amount,
          refundedAmount: 0,
        } satisfies PaymentHistoryEntry,
      },
    ]);
    await enqueue(transaction, 'payment-wanted', { leadId, packageName, amount });
    return true;
  });
