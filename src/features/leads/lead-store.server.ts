import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { AppError } from '../../lib/errors';
import { inTransaction } from '../../lib/in-transaction.server';
import { laterThan } from '../../lib/later-than.server';
import { writeAudit } from '../audit/audit-store.server';
import { countStepOfLead } from '../funnel/funnel-counts.server';
import { enqueueMissing } from '../outbox/outbox-store.server';
import { releasePayments } from '../payments/payment-release.server';
import { agreedDeliveries } from '../tracking/attribution';
import type { Lead, LeadStatus } from './lead';
import { type LeadStoreParts, leadCreation } from './lead-create.server';
import { noteLeadDeletions } from './lead-deletions.server';
import { leadSearch } from './lead-search.server';
import { type LeadRow, leadOf } from './lead-table.server';

/** The reads and writes of the visitors' enquiries. */
export function leadStore(db: Database, parts: LeadStoreParts) {
  const missing = () => new AppError('not_found', 'Lead not found');

  /**
   * A stored lead. Nothing is changed by it; it makes a second writer wait, so that each change is
   * written down once.
   */
  async function locked(transaction: DatabaseTransaction, id: string) {
    const stored = await transaction
      .updateTable('leads')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!stored) throw missing();
    return stored;
  }

  /** Changes a lead, and writes down who did it. */
  async function change(
    transaction: DatabaseTransaction,
    stored: LeadRow,
    after: Partial<Pick<LeadRow, 'status' | 'suspect'>>,
    userId: string | null,
  ): Promise<Lead> {
    const at = laterThan(stored.updatedAt);
    const changed = await transaction
      .updateTable('leads')
      .set({ ...after, updatedAt: at })
      .where('id', '=', stored.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const names = Object.keys(after) as (keyof typeof after)[];
    const before = Object.fromEntries(names.map((name) => [name, stored[name]]));
    await writeAudit(transaction, [
      { subject: 'leads', itemId: stored.id, action: 'changed', at, userId, before, after },
    ]);
    return leadOf(changed);
  }

  return {
    ...leadSearch(db),
    create: leadCreation(db, parts),

    /**
     * Takes the mark of spam from a lead, writes down who did it, and makes up for what it was kept
     * from: its contact hears that the enquiry has arrived.
     * @throws AppError not_found
     */
    async clearSuspicion(id: string, userId: string | null): Promise<Lead> {
      const { lead, isCleared } = await inTransaction(db, async (transaction) => {
        const stored = await locked(transaction, id);
        if (stored.suspect === null) return { lead: leadOf(stored), isCleared: false };
        const lead = await change(transaction, stored, { suspect: null }, userId);
        await enqueueMissing(transaction, 'lead-created', {
          leadId: id,
          agreed: agreedDeliveries(lead.consent),
          isSuspect: false,
        });
        // What looked like spam was not counted.
        await countStepOfLead(transaction, 'enquiry', id);
        return { lead, isCleared: true };
      });
      if (isCleared) parts.onPending();
      return lead;
    },

    /**
     * Changes the status, and writes down who did it.
     * @throws AppError not_found
     */
    changeStatus(id: string, status: LeadStatus, userId: string | null): Promise<Lead> {
      return inTransaction(db, async (transaction) => {
        const stored = await locked(transaction, id);
        if (stored.status === status) return leadOf(stored);
        return change(transaction, stored, { status }, userId);
      });
    },

    /**
     * Deletes a lead. That it was deleted is written down, and nothing of what it said.
     * @throws AppError not_found, and conflict when it has paid
     */
    async remove(id: string, userId: string | null): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await releasePayments(transaction, 'leadId', id);
        const gone = await transaction
          .deleteFrom('leads')
          .where('id', '=', id)
          .returning(['id', 'updatedAt'])
          .execute();
        if (gone.length === 0) throw missing();
        await noteLeadDeletions(transaction, gone, userId);
      });
    },
  };
}

export type LeadStore = ReturnType<typeof leadStore>;
