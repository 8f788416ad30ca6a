import type { Database } from '../../db/database.server';
import { formatMoney } from '../../lib/format-money';
import { findLead } from '../leads/table.server';
import { findPayment } from './store.server';

/** Loads a payment and its lead for an email. Undefined when one of them was deleted. */
export async function findPaidLead(db: Database, paymentId: string) {
  const payment = await findPayment(db, 'id', paymentId);
  const lead = payment && (await findLead(db, payment.leadId));
  return lead && { payment, lead, amountText: formatMoney(payment.amount / 100) };
}
