import { v7 as uuidv7 } from 'uuid';
import { parseAttribution } from '../../analytics/contract';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import { adoptNextSteps, updateNextStep } from '../detail/tasks.server';
import { recordLeadDeletions } from '../history.server';
import { type AddedLeadRow, insertOwnLeads } from '../new-leads.server';
import { selectVisibleLeads } from '../search/filter.server';
import { updateSearchTexts } from '../search/search-texts.server';
import type { LeadRow } from '../table.server';
import type { DuplicateChoice, LeadImport, LeadImportReport, UndoReport } from './import-contract';
import type { Candidate } from './read-import-row.server';

declare module '../../db/database.server' {
  interface Tables {
    leadImports: {
      id: string;
      userId: string | null;
      fileName: string | null;
      leadCount: number;
      addedCount: number;
      createdAt: string;
      undoneAt: string | null;
    };
  }
}

/** How long an import can be undone. */
const undoImportMs = DAY;

/** Maximum number of imports that are listed. */
const maxListed = 20;

/**
 * The parts of a note, each of at most the length that a typed one may have. Cut between paragraphs
 * where possible: the export joins the notes of a lead as paragraphs.
 */
const noteParts = /([\s\S]{1,5000})(?:\n\n|$)|[\s\S]{1,5000}/gu;

/** The stored lead or the earlier row that a duplicate row matches. */
export type Match = Pick<
  LeadImportReport['duplicates'][number],
  'match' | 'leadId' | 'lead' | 'earlierLine'
>;

interface RowToStore extends Candidate {
  /** Undefined, like the choice null, for a row that is no duplicate. */
  match: Match | undefined;
  choice: DuplicateChoice | null;
}

/** Locks the leads to which rows are added. @returns the IDs of those that are still listed */
async function lockListed(
  transaction: DatabaseTransaction,
  rows: readonly RowToStore[],
): Promise<Set<string>> {
  // In one order, so that two imports for the same leads can't deadlock.
  const isNeeded = rows.some(({ choice }) => choice === 'add');
  const leadIds = isNeeded ? rows.flatMap(({ match }) => match?.leadId ?? []) : [];
  const ids = [...new Set(leadIds)].sort();
  const listed = new Set<string>();
  for (const batch of splitIntoBatches(ids)) {
    const query = selectVisibleLeads(transaction)
      .select('id')
      .where('id', 'in', batch)
      .orderBy('id');
    const locked = await lockRows(transaction, query).execute();
    for (const { id } of locked) listed.add(id);
  }
  return listed;
}

/** Creates the rows of an import's leads, with their notes. Some are added to other leads. */
function createRows(
  rows: readonly RowToStore[],
  listed: ReadonlySet<string>,
  { importId, at }: { importId: string; at: string },
): { row: AddedLeadRow; note: string }[] {
  const idsByLine = new Map<number, string>();
  // Leads of one time are listed by descending ID: in the order of the file.
  const ids = rows.map(() => uuidv7());
  return rows.flatMap(({ line, row, note, match, choice }) => {
    const { leadId = null, earlierLine = null } = match ?? {};
    // If the lead was deleted meanwhile, the row becomes a lead of its own.
    const targetId =
      leadId === null ? idsByLine.get(earlierLine ?? 0) : listed.has(leadId) ? leadId : undefined;
    if (choice === 'skip') {
      if (targetId !== undefined) idsByLine.set(line, targetId);
      return [];
    }
    const id = ids.pop() ?? row.id;
    const mergedIntoId = choice === 'add' ? targetId : undefined;
    idsByLine.set(line, mergedIntoId ?? id);
    const merge = mergedIntoId && { mergedIntoId, mergedAt: at };
    return [{ row: { ...row, id, importId, ...merge }, note }];
  });
}

/** Stores notes about imported leads. A long one becomes several. */
async function insertNotes(
  transaction: DatabaseTransaction,
  created: ReturnType<typeof createRows>,
  stored: { userId: string | null; createdAt: string },
): Promise<void> {
  const noted = created.filter(({ note }) => note !== '');
  for (const batch of splitIntoBatches(noted)) {
    const notes = batch.flatMap(({ row, note }) =>
      [...note.matchAll(noteParts)].map(([part, text = part]) => ({
        ...{ id: uuidv7(), leadId: row.id, text },
        ...stored,
      })),
    );
    for (const part of splitIntoBatches(notes)) {
      await transaction.insertInto('leadNotes').values(part).execute();
    }
    await updateSearchTexts(
      transaction,
      batch.map(({ row }) => ({ ...row, attribution: parseAttribution(row.attribution) })),
    );
  }
}

interface NewImport {
  importId: string;
  fileName: string | null;
  userId: string | null;
  at: string;
}

type StoredImport = Pick<LeadImportReport, 'importId' | 'imported' | 'added'>;

const emptyImport: StoredImport = { importId: null, imported: 0, added: 0 };

/** Reads what an earlier request has imported. */
export async function readImport(db: Database, id: string): Promise<StoredImport> {
  const query = db.selectFrom('leadImports').selectAll().where('id', '=', id);
  const row = await query.executeTakeFirst();
  return row ? { importId: id, imported: row.leadCount, added: row.addedCount } : emptyImport;
}

/** Stores imported leads. Sends no email and no conversion. */
export async function storeImport(
  transaction: DatabaseTransaction,
  rows: readonly RowToStore[],
  { importId, fileName, userId, at }: NewImport,
): Promise<StoredImport> {
  const created = createRows(rows, await lockListed(transaction, rows), { importId, at });
  const leads = created.map(({ row }) => row);
  if (leads.length === 0) return emptyImport;
  const addedCount = leads.filter(({ mergedIntoId }) => mergedIntoId).length;
  const leadCount = leads.length - addedCount;
  await transaction
    .insertInto('leadImports')
    .values({
      id: importId,
      userId,
      fileName,
      leadCount,
      addedCount,
      createdAt: at,
      undoneAt: null,
    })
    .execute();
  await insertOwnLeads(transaction, leads, userId);
  await insertNotes(transaction, created, { userId, createdAt: at });
  await adoptNextSteps(transaction, at);
  return { importId, imported: leadCount, added: addedCount };
}

/** Lists the newest imports. */
export async function listImports(db: Database): Promise<LeadImport[]> {
  const rows = await db
    .selectFrom('leadImports as import')
    .leftJoin('users', 'users.id', 'import.userId')
    .select(['import.id', 'import.fileName', 'import.createdAt', 'users.username as by'])
    .select(['import.leadCount', 'import.addedCount', 'import.undoneAt'])
    .orderBy('import.createdAt', 'desc')
    .orderBy('import.id')
    .limit(maxListed)
    .execute();
  return rows.map((row) => {
    const end = Date.parse(row.createdAt) + undoImportMs;
    const canUndo = row.undoneAt === null && end > Date.now();
    return { ...row, undoUntil: canUndo ? new Date(end).toISOString() : null };
  });
}

/** Tables whose rows show that somebody has worked on a lead. */
const workTables = [
  'leadNotes',
  'leadTasks',
  'leadContacts',
  'bookings',
  'payments',
  'proposals',
] as const;

type ImportedRow = Pick<LeadRow, 'id' | 'updatedAt' | 'mergedIntoId'>;

/** Locks the leads of an import, so that nobody works on one between the check and its deletion. */
function lockImported(transaction: DatabaseTransaction, importId: string): Promise<ImportedRow[]> {
  const query = transaction
    .selectFrom('leads')
    .select(['id', 'updatedAt', 'mergedIntoId'])
    .where('importId', '=', importId)
    .where('deletedAt', 'is', null)
    // In the order of a merge, so that the two can't deadlock.
    .orderBy('id');
  return lockRows(transaction, query).execute();
}

/** Finds the leads of an import that somebody has worked on. */
async function findWorkedOn(
  transaction: DatabaseTransaction,
  { id: importId, createdAt }: { id: string; createdAt: string },
  leads: readonly ImportedRow[],
): Promise<Set<string>> {
  const ids = new Set(leads.filter(({ updatedAt }) => updatedAt !== createdAt).map(({ id }) => id));
  for (const batch of splitIntoBatches(leads.map(({ id }) => id))) {
    for (const table of workTables) {
      const rows = await transaction
        .selectFrom(table)
        .select('leadId')
        .where('leadId', 'in', batch)
        // Notes and tasks of the import itself have its time.
        .where('createdAt', '<>', createdAt)
        .execute();
      for (const { leadId } of rows) if (leadId !== null) ids.add(leadId);
    }
    const merged = await transaction
      .selectFrom('leads')
      .select('mergedIntoId')
      .where('mergedIntoId', 'in', batch)
      .where((eb) => eb.or([eb('importId', 'is', null), eb('importId', '<>', importId)]))
      .execute();
    for (const { mergedIntoId } of merged) if (mergedIntoId !== null) ids.add(mergedIntoId);
  }
  // Keep the lead of an inquiry that stays: otherwise the inquiry would be in no list.
  const targetIds = new Map(leads.map(({ id, mergedIntoId }) => [id, mergedIntoId]));
  for (const id of ids) {
    const targetId = targetIds.get(id);
    if (targetId && targetIds.has(targetId)) ids.add(targetId);
  }
  return ids;
}

/**
 * Deletes the leads of an import, apart from those that somebody has worked on since. Rows that
 * were added to a lead are removed from it.
 * @throws AppError not_found; conflict when it was undone; gone after a day
 */
export const undoImport = (db: Database, id: string, userId: string | null): Promise<UndoReport> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction.selectFrom('leadImports').selectAll().where('id', '=', id);
    const stored = await lockRows(transaction, query).executeTakeFirst();
    if (!stored) throw new AppError('not_found', 'Import not found');
    if (stored.undoneAt !== null) throw new AppError('conflict', 'This import was undone already.');
    if (stored.createdAt < getTimeAgo(undoImportMs)) {
      throw new AppError('gone', 'An import can be undone for a day.');
    }
    const at = createTimestampAfter(stored.createdAt);
    await transaction
      .updateTable('leadImports')
      .set({ undoneAt: at })
      .where('id', '=', id)
      .execute();
    const leads = await lockImported(transaction, id);
    const workedOn = await findWorkedOn(transaction, stored, leads);
    const removed = leads.filter((lead) => !workedOn.has(lead.id));
    const removedIds = removed.map((lead) => lead.id);
    for (const batch of splitIntoBatches(removedIds)) {
      await transaction
        .updateTable('leads')
        .set({ deletedAt: at, updatedAt: at, mergedIntoId: null, mergedAt: null })
        .where('id', 'in', batch)
        .execute();
    }
    await recordLeadDeletions(transaction, removedIds, at, userId);
    for (const targetId of new Set(removed.map(({ mergedIntoId }) => mergedIntoId))) {
      if (targetId !== null) await updateNextStep(transaction, targetId);
    }
    const separated = removed.filter(({ mergedIntoId }) => mergedIntoId !== null).length;
    return { removed: removed.length - separated, separated, keptIds: [...workedOn] };
  });
