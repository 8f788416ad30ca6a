import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/database.server';
import type { PaymentStatus } from '../../src/payments/payment-status';

/** Inserts a payment of a lead, without Stripe. */
export async function insertPayment(
  db: Database,
  leadId: string,
  packageId: string,
  status: PaymentStatus,
): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto('payments')
    .values({
      id: randomUUID(),
      leadId,
      packageId,
      packageName: 'Full PM',
      amount: 100_000,
      currency: 'usd',
      stripePaymentIntentId: `pi_${leadId}`,
      status,
      refundedAmount: 0,
      checkedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}
