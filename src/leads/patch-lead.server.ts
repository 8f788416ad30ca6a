import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import type { Lead, LeadPatch } from './contract';
import { setNextStep } from './detail/tasks.server';
import { recordSubject, writeLeadHistory } from './history.server';
import type { FindPackages } from './inquiry/package-choice';
import { requireProjectManager } from './project-managers.server';
import { updateSearchTexts } from './search/search-texts.server';
import { createChangedError, type LeadChange, lockLead, updateLead } from './store.server';
import { toLead } from './table.server';

interface PatchOptions {
  /** Whether the change was made from the given version. */
  isExpected: (version: string) => boolean;
  findPackages: FindPackages;
  userId: string | null;
}

/**
 * Changes the fields that are sent, and records who did it. Stores the note about the change, if any,
 * unless it is stored for this version of the lead already.
 * @throws AppError not_found; changed when another version is stored; invalid for an unknown
 *   project manager
 */
export async function patchLead(
  db: Database,
  id: string,
  { note, nextStep, ...patch }: LeadPatch,
  { isExpected, findPackages, userId }: PatchOptions,
): Promise<Lead> {
  const { interestedPackageId } = patch;
  const packages = interestedPackageId ? await findPackages([interestedPackageId]) : [];
  return runInTransaction(db, async (transaction) => {
    const stored = await lockLead(transaction, id);
    if (!isExpected(stored.updatedAt)) throw createChangedError();
    if (patch.assignedPmId) await requireProjectManager(transaction, patch.assignedPmId);
    const name = patch.interestedPackage ?? stored.interestedPackage;
    const isPackageChanged = 'interestedPackage' in patch || 'interestedPackageId' in patch;
    const change: LeadChange = {
      ...patch,
      // A package's ID is stored only with its name.
      ...(isPackageChanged && {
        interestedPackageId: packages.some((one) => one.name === name)
          ? (interestedPackageId ?? null)
          : null,
      }),
    };
    let changed = await updateLead(transaction, stored, change, userId);
    if (nextStep !== undefined) {
      await setNextStep(transaction, stored, nextStep, userId);
      changed = toLead(await lockLead(transaction, id));
    }
    if (note !== undefined) {
      // Not by whether the lead changed: a colleague may have made the same change, without this note.
      const earlierNote = await transaction
        .selectFrom('leadNotes')
        .select('id')
        .where('leadId', '=', id)
        .where('text', '=', note)
        .where('createdAt', '>=', changed.updatedAt)
        .executeTakeFirst();
      if (!earlierNote) {
        const createdAt = createTimestampAfter(changed.updatedAt);
        await transaction
          .insertInto('leadNotes')
          .values({ id: uuidv7(), leadId: id, userId, createdAt, text: note })
          .execute();
        const entry = { subject: recordSubject, itemId: id, at: createdAt, userId };
        await writeLeadHistory(transaction, { ...entry, action: 'created' });
        await updateSearchTexts(transaction, [changed]);
      }
    }
    return changed;
  });
}
