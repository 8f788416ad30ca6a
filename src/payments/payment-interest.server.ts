import type { Database } from '../db/database.server';
import { lockRows } from '../db/locks.server';
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
    const lead = transaction.selectFrom('leads').select('id').where('id', '=', leadId);
    // Requests at once are recorded once.
    if (!(await lockRows(transaction, lead).executeTakeFirst())) return false;
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
