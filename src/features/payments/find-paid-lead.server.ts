import type { Database } from '../../db/database.server';
import { formatMoney } from '../../lib/format-money';
import { findLead } from '../leads/table.server';
import './table.server';

/** What a mail about a payment tells of: the lead, and the sum in words. Undefined when either is gone. */
export async function findPaidLead(db: Database, paymentId: string) {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirst();
  const lead = payment && (await findLead(db, payment.leadId));
  return lead && { payment, lead, amountText: formatMoney(payment.amount / 100) };
}
