import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { parseAttribution, parseLeadConsent } from '../tracking/attribution';
import type { Lead } from './lead';

/** A stored lead: what is no text or number is JSON. */
interface LeadRow extends Omit<Lead, 'attribution' | 'consent'> {
  attribution: string | null;
  consent: string | null;
}

interface IdempotencyRow {
  key: string;
  requestHash: string;
  leadId: string;
  createdAt: string;
}

declare module '../../lib/database.server' {
  interface Tables {
    leads: LeadRow;
    idempotencyKeys: IdempotencyRow;
  }
}

/** A lead out of its row. */
export const leadOf = (row: LeadRow): Lead => ({
  ...row,
  attribution: parseAttribution(row.attribution),
  consent: parseLeadConsent(row.consent),
});

/** A lead's own columns of JSON. */
export const leadJson = ({ attribution, consent }: Pick<Lead, 'attribution' | 'consent'>) => ({
  attribution: attribution && JSON.stringify(attribution),
  consent: consent && JSON.stringify(consent),
});

/** A lead, or undefined when there is none (any more). */
export async function findLead(
  db: Database | DatabaseTransaction,
  id: string,
): Promise<Lead | undefined> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  return row && leadOf(row);
}
