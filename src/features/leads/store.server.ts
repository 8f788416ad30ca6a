import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { enqueueMissing } from '../../foundation/outbox/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError } from '../../lib/errors';
import { getConsentedDeliveries } from '../analytics/contract';
import { countVisitorStep } from '../analytics/store.server';
import { leadSubject } from './audit-subject';
import type { Lead, LeadStatus } from './contract';
import { createLeadCreator, type LeadStoreOptions } from './create-lead.server';
import { recordLeadDeletions } from './record-deletions.server';
import { createLeadSearch } from './search.server';
import { type LeadRow, toLead } from './table.server';

/** Creates the store of leads: queries and changes. */
export function createLeadStore(db: Database, options: LeadStoreOptions) {
  const { hooks, onPending } = options;
  const { timelineSubjects } = hooks;
  const createNotFoundError = () => new AppError('not_found', 'Lead not found');

  /**
   * Locks and loads a lead. The UPDATE changes nothing; it makes a concurrent writer wait, so that
   * each change is recorded once.
   * @throws AppError not_found
   */
  async function lockLead(transaction: DatabaseTransaction, id: string) {
    const stored = await transaction
      .updateTable('leads')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!stored) throw createNotFoundError();
    return stored;
  }

  /** Changes a lead and records who did it. */
  async function updateLead(
    transaction: DatabaseTransaction,
    stored: LeadRow,
    after: Partial<Pick<LeadRow, 'status' | 'suspect'>>,
    userId: string | null,
  ): Promise<Lead> {
    const at = createTimestampAfter(stored.updatedAt);
    const changed = await transaction
      .updateTable('leads')
      .set({ ...after, updatedAt: at })
      .where('id', '=', stored.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const names = Object.keys(after) as (keyof typeof after)[];
    const before = Object.fromEntries(names.map((name) => [name, stored[name]]));
    await writeAudit(transaction, [
      { subject: leadSubject, itemId: stored.id, action: 'changed', at, userId, before, after },
    ]);
    return toLead(changed);
  }

  return {
    ...createLeadSearch(db),
    create: createLeadCreator(db, options),
    timelineSubjects,

    /**
     * Removes the spam mark from a lead and records who did it. Then creates what spam doesn't get:
     * the confirmation email, the conversions and the funnel count.
     * @throws AppError not_found
     */
    async clearSpamMark(id: string, userId: string | null): Promise<Lead> {
      const { lead, isCleared } = await runInTransaction(db, async (transaction) => {
        const stored = await lockLead(transaction, id);
        if (stored.suspect === null) return { lead: toLead(stored), isCleared: false };
        const lead = await updateLead(transaction, stored, { suspect: null }, userId);
        await enqueueMissing(transaction, 'lead-created', {
          leadId: id,
          agreed: getConsentedDeliveries(lead.consent),
          isSuspect: false,
        });
        await countVisitorStep(transaction, 'enquiry', lead.attribution);
        return { lead, isCleared: true };
      });
      if (isCleared) onPending();
      return lead;
    },

    /**
     * Changes the status and records who did it.
     * @throws AppError not_found
     */
    changeStatus(id: string, status: LeadStatus, userId: string | null): Promise<Lead> {
      return runInTransaction(db, async (transaction) => {
        const stored = await lockLead(transaction, id);
        if (stored.status === status) return toLead(stored);
        return updateLead(transaction, stored, { status }, userId);
      });
    },

    /**
     * Deletes a lead. The audit log records the deletion without the lead's content.
     * @throws AppError not_found, or conflict when a hook rejects the deletion
     */
    async remove(id: string, userId: string | null): Promise<void> {
      await runInTransaction(db, async (transaction) => {
        await hooks.beforeDelete(transaction, id);
        const deletedLeads = await transaction
          .deleteFrom('leads')
          .where('id', '=', id)
          .returning(['id', 'updatedAt'])
          .execute();
        if (deletedLeads.length === 0) throw createNotFoundError();
        await recordLeadDeletions(transaction, deletedLeads, { userId, timelineSubjects });
      });
    },
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
