import { parseAttribution } from '../analytics/contract';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { DAY, getTimeAgo } from '../lib/time/durations';
import type { LeadPayment } from './contract';
import { buildStripeUrl } from './stripe-client.server';
import type { PaymentRow } from './table.server';

const toLeadPayment = (row: PaymentRow, environment: Environment): LeadPayment => {
  const { id, packageName, amount, refundedAmount, currency, status, createdAt } = row;
  const intentId = row.stripePaymentIntentId;
  return {
    id,
    packageName,
    amount,
    refundedAmount,
    currency,
    status,
    createdAt,
    attribution: parseAttribution(row.attribution),
    stripeUrl: intentId === null ? null : buildStripeUrl(environment, intentId),
  };
};

/** Lists the payments of leads, newest first. */
export async function listLeadPayments(
  db: Database,
  leadIds: readonly string[],
  environment: Environment,
): Promise<LeadPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('leadId', 'in', leadIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => toLeadPayment(row, environment));
}

/** How long a failed payment is reported to the owner. */
const problemPeriodMs = 7 * DAY;

/** Maximum number of failed payments that are counted. */
const maxProblems = 500;

/**
 * Counts the payments whose card was declined and that were not paid since, with the oldest one's
 * time and the newest one's lead.
 */
export async function countPaymentProblems(
  db: Database,
): Promise<{ count: number; since: string | null; leadId: string | null }> {
  const failed = await db
    .selectFrom('payments')
    .select(['leadId', 'updatedAt'])
    .where('status', '=', 'failed')
    .where('updatedAt', '>', getTimeAgo(problemPeriodMs))
    .orderBy('updatedAt', 'desc')
    .limit(maxProblems)
    .execute();
  return {
    count: failed.length,
    since: failed.at(-1)?.updatedAt ?? null,
    leadId: failed[0]?.leadId ?? null,
  };
}
