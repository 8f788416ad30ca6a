import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { runInSavepoint } from '../../../db/run-in-savepoint.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { createTimestampAfter } from '../../../lib/create-timestamp-after.server';
import type { BulkInput, BulkResult } from '../contract';
import type { LeadHooks } from '../hooks.server';
import { clearSpamMark, deleteLead, lockLead, updateLead } from '../store.server';
import { requireProjectManager } from './project-managers.server';

/** Makes the change of one lead. @throws AppError when this lead can't be changed */
async function changeOne(
  transaction: DatabaseTransaction,
  hooks: LeadHooks,
  id: string,
  input: BulkInput,
  userId: string | null,
): Promise<void> {
  if (input.action === 'delete') return deleteLead(transaction, hooks, id, userId);
  const stored = await lockLead(transaction, id);
  const at = createTimestampAfter(stored.updatedAt);
  switch (input.action) {
    case 'status':
      await updateLead(transaction, stored, { status: input.value }, userId, at);
      return;
    case 'assign':
      await updateLead(transaction, stored, { assignedPmId: input.value }, userId, at);
      return;
    case 'spam':
      // Keep the reason of the spam detection, which is more specific.
      if (stored.suspect === null) {
        await updateLead(transaction, stored, { suspect: 'by-hand' }, userId, at);
      }
      return;
    case 'not-spam':
      await clearSpamMark(transaction, stored, userId, at);
  }
}

/**
 * Changes several leads in one transaction. Those that can't be changed stay as they are.
 * @returns the result for each lead, in the order of the request
 */
export const changeLeads = (
  db: Database,
  hooks: LeadHooks,
  input: BulkInput,
  userId: string | null,
): Promise<BulkResult> =>
  runInTransaction(db, async (transaction) => {
    if (input.action === 'assign' && input.value !== null) {
      await requireProjectManager(transaction, input.value);
    }
    const messages = new Map<string, string | null>();
    // Always in the same order, so that two requests for the same leads can't deadlock.
    for (const id of [...new Set(input.ids)].sort()) {
      const error = await runInSavepoint(transaction, () =>
        changeOne(transaction, hooks, id, input, userId),
      );
      messages.set(id, error?.message ?? null);
    }
    return {
      results: input.ids.map((id) => {
        const message = messages.get(id) ?? null;
        return { id, ok: message === null, message };
      }),
    };
  });
