import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import type { BulkInput, BulkResult } from '../contract';
import { deleteLeads } from '../deletion.server';
import type { LeadHooks } from '../hooks.server';
import { clearSpamMarks } from '../spam-mark.server';
import { createNotFoundError, lockLeads, updateLeads } from '../store.server';
import { requireProjectManager } from './project-managers.server';

/** Makes the change. @returns the message for each lead that can't be changed */
async function applyChange(
  transaction: DatabaseTransaction,
  hooks: LeadHooks,
  input: BulkInput,
  userId: string | null,
): Promise<Map<string, string>> {
  const ids = [...new Set(input.ids)];
  if (input.action === 'delete') {
    const errors = await deleteLeads(transaction, hooks, ids, userId);
    return new Map([...errors].map(([id, error]) => [id, error.message]));
  }
  if (input.action === 'assign' && input.value !== null) {
    await requireProjectManager(transaction, input.value);
  }
  const stored = await lockLeads(transaction, ids);
  switch (input.action) {
    case 'status':
      await updateLeads(transaction, stored, { status: input.value }, userId);
      break;
    case 'assign':
      await updateLeads(transaction, stored, { assignedPmId: input.value }, userId);
      break;
    case 'not-spam':
      await clearSpamMarks(transaction, stored, userId);
      break;
    case 'spam': {
      // Keep the reason of the spam detection, which is more specific.
      const unmarked = stored.filter(({ suspect }) => suspect === null);
      await updateLeads(transaction, unmarked, { suspect: 'by-hand' }, userId);
    }
  }
  const found = new Set(stored.map(({ id }) => id));
  const { message } = createNotFoundError();
  return new Map(ids.filter((id) => !found.has(id)).map((id) => [id, message]));
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
    const messages = await applyChange(transaction, hooks, input, userId);
    return {
      results: input.ids.map((id) => {
        const message = messages.get(id) ?? null;
        return { id, ok: message === null, message };
      }),
    };
  });
