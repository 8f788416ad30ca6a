import { packages } from '../content/collections/packages/contract';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { AppError } from '../lib/errors';
import type { PaymentHooks } from '../payments/hooks.server';
import { lockItems } from './content.server';
import { formatProposalName } from './proposal';
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

/**
 * Finds packages that may not be deleted, because a proposal that was sent or accepted offers them.
 * @returns the error for each of them
 */
export async function findOfferedPackages(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<Map<string, AppError>> {
  await lockItems(transaction, packages, ids);
  const errors = new Map<string, AppError>();
  for (const batch of splitIntoBatches(ids)) {
    const rows = await transaction
      .selectFrom('proposals')
      .select(['packageId', 'number'])
      .where('packageId', 'in', batch)
      .where('state', 'in', ['sent', 'accepted'])
      .orderBy('number')
      .execute();
    for (const { packageId, number } of rows) {
      const name = formatProposalName(number);
      const message = `${name} offers this package, so it can't be deleted. Make it a draft: visitors no longer see it.`;
      if (packageId !== null) errors.set(packageId, new AppError('conflict', message));
    }
  }
  return errors;
}
