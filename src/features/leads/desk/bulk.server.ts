import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { runInSavepoint } from '../../../db/run-in-savepoint.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import type { BulkInput, BulkResult } from '../contract';
import type { LeadHooks } from '../hooks.server';
import {
  clearSpamMark,
  createNotFoundError,
  deleteLead,
  lockLead,
  lockLeads,
  updateLeads,
} from '../store.server';
import { requireProjectManager } from './project-managers.server';

/**
 * Carries out a change that other records depend on, lead by lead. Always in the same order, so that
 * two requests for the same leads can't deadlock.
 * @returns the message for each lead that stays as it is
 */
async function changeOneByOne(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<Map<string, string>> {
  const messages = new Map<string, string>();
  for (const id of ids.toSorted()) {
    const error = await runInSavepoint(transaction, async () => {
      await change(id);
    });
    if (error) messages.set(id, error.message);
  }
  return messages;
}

/** Makes the change. @returns the message for each lead that can't be changed */
async function applyChange(
  transaction: DatabaseTransaction,
  hooks: LeadHooks,
  input: BulkInput,
  userId: string | null,
): Promise<Map<string, string>> {
  const ids = [...new Set(input.ids)];
  if (input.action === 'delete') {
    return changeOneByOne(transaction, ids, (id) => deleteLead(transaction, hooks, id, userId));
  }
  if (input.action === 'not-spam') {
    return changeOneByOne(transaction, ids, async (id) =>
      clearSpamMark(transaction, await lockLead(transaction, id), userId),
    );
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
