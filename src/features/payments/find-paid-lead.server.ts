import type { Database } from '../../db/database.server';
import { formatMoney } from '../../lib/format-money';
import { findLead } from '../leads/table.server';
import './table.server';

/** Loads a payment and its lead for an email. Undefined when one of them was deleted. */
export async function findPaidLead(db: Database, paymentId: string) {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirst();
  const lead = payment && (await findLead(db, payment.leadId));
  return lead && { payment, lead, amountText: formatMoney(payment.amount / 100) };
}
