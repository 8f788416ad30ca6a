import type { Database } from '../db/database.server';
import type { PaymentHooks } from '../payments/hooks.server';
import { readContent } from './table.server';

/** Finds the price of a package that a lead has accepted last, as it was frozen. */
export const findAgreement: PaymentHooks['findAgreement'] = async (
  db: Database,
  { leadId, packageId },
) => {
  const row = await db
    .selectFrom('proposals')
    .select(['id', 'number', 'content', 'accepted'])
    .where('leadId', '=', leadId)
    .where('packageId', '=', packageId)
    .where('state', '=', 'accepted')
    .orderBy('acceptedAt', 'desc')
    .executeTakeFirst();
  const chosen = row && readContent(row).package;
  return chosen
    ? { proposalId: row.id, number: row.number, packageName: chosen.name, amount: chosen.amount }
    : undefined;
};
