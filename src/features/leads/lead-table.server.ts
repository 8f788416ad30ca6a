import type { Database } from '../../lib/database.server';
import type { Lead } from './lead';

interface IdempotencyRow {
  key: string;
  requestHash: string;
  leadId: string;
  createdAt: string;
}

declare module '../../lib/database.server' {
  interface Tables {
    leads: Lead;
    idempotencyKeys: IdempotencyRow;
  }
}

/** A lead, or undefined when there is none (any more). */
export function findLead(db: Database, id: string): Promise<Lead | undefined> {
  return db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
}
