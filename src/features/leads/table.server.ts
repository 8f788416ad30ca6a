import type { Columns } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { parseAttribution, parseLeadConsent } from '../analytics/contract';
import type { Lead } from './contract';

/** A row of `leads`. Objects are stored as JSON. */
export interface LeadRow extends Omit<Lead, 'attribution' | 'consent'> {
  attribution: string | null;
  consent: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    leads: LeadRow;
  }
}

declare module '../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    'lead-created': {
      leadId: string;
      /** Platforms to which the server may report the lead, by the visitor's consent. */
      agreed: { analytics: boolean; advertising: boolean };
      /** Whether it looks like spam. Then only the owner is notified. */
      isSuspect: boolean;
    };
  }
}

export const leadColumns: Columns<LeadRow> = {
  id: 'text',
  companyName: 'text',
  contactName: 'text',
  email: 'text',
  phone: 'text',
  industry: 'text',
  numberOfLocations: 'integer',
  interestedPackage: 'text',
  interestedPackageId: 'text',
  message: 'text',
  status: 'text',
  assignedPmId: 'text',
  suspect: 'text',
  attribution: 'text',
  consent: 'text',
  createdAt: 'text',
  updatedAt: 'text',
};

/** Converts a row to a lead. */
export const toLead = (row: LeadRow): Lead => ({
  ...row,
  attribution: parseAttribution(row.attribution),
  consent: parseLeadConsent(row.consent),
});

/** Finds a lead; undefined when it doesn't exist. */
export async function findLead(
  db: Database | DatabaseTransaction,
  id: string,
): Promise<Lead | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toLead(row);
}
