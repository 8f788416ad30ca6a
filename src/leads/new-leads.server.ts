import { v7 as uuidv7 } from 'uuid';
import type { Attribution } from '../analytics/attribution/touch';
import { parseAttribution } from '../analytics/contract';
import { createBulkStatement } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import type { OwnLeadInput } from './contract';
import { deriveLeadKeys } from './lead-keys.server';
import { createSearchText, saveSearchTexts } from './search/search-texts.server';
import { type LeadRow, leadColumns, type NewLeadRow } from './table.server';

/** The fields of a lead without an inquiry. */
export type LeadFields = Pick<OwnLeadInput, 'companyName' | 'contactName' | 'email'> &
  Partial<OwnLeadInput> & { attribution?: Attribution | null };

/** Creates the row of a lead without an inquiry: added by the admin, imported, or from a call. */
export const createLeadRow = (
  { attribution = null, ...fields }: LeadFields,
  at: string,
  id = uuidv7(),
): NewLeadRow => ({
  phone: null,
  industry: null,
  numberOfLocations: null,
  interestedPackage: null,
  interestedPackageId: null,
  message: null,
  status: 'new',
  ...fields,
  ...deriveLeadKeys({ phone: null, ...fields, attribution }),
  id,
  assignedPmId: null,
  suspect: null,
  attribution: attribution && JSON.stringify(attribution),
  consent: null,
  createdAt: at,
  updatedAt: at,
});

/** The row of a new lead, which an import may have added to another lead. */
export type AddedLeadRow = NewLeadRow &
  Partial<Pick<LeadRow, 'importId' | 'mergedIntoId' | 'mergedAt'>>;

const insertRows = createBulkStatement<AddedLeadRow, unknown>(
  { ...leadColumns, importId: 'text', mergedIntoId: 'text', mergedAt: 'text' },
  (db, rows, names) => db.insertInto('leads').columns(names).expression(rows),
);

/** Stores leads without an inquiry, with their search texts. */
export async function insertLeads(
  transaction: DatabaseTransaction,
  rows: readonly AddedLeadRow[],
): Promise<void> {
  await transaction.executeQuery(insertRows(transaction, rows));
  const texts = rows.map((row) =>
    createSearchText(row.id, { ...row, attribution: parseAttribution(row.attribution) }),
  );
  await transaction.executeQuery(saveSearchTexts(transaction, texts));
}
