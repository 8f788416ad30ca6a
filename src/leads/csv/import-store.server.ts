import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { parseAttribution } from '../../analytics/contract';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { DAY } from '../../lib/time/durations';
import { adoptNextSteps } from '../detail/tasks.server';
import {
  type AddedLeadRow,
  createLeadRow,
  insertOwnLeads,
  type LeadFields,
} from '../new-leads.server';
import { selectVisibleLeads } from '../search/filter.server';
import { updateSearchTexts } from '../search/search-texts.server';
import type { DuplicateChoice, LeadImport, LeadImportReport } from './import-contract';
import type { Match } from './import-duplicates.server';
import type { ImportDetails } from './read-import-row.server';

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
export const undoImportMs = DAY;

/** Maximum number of imports that are listed. */
const maxListed = 20;

/** The parts of a note, each of at most the length that a typed one may have. */
const noteParts = /[\s\S]{1,5000}/gu;

interface RowToStore {
  line: number;
  lead: LeadFields;
  details: ImportDetails;
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
  return rows.flatMap(({ line, lead, details, match, choice }) => {
    const { leadId = null, earlierLine = null } = match ?? {};
    // If the lead was deleted meanwhile, the row becomes a lead of its own.
    const targetId =
      leadId === null ? idsByLine.get(earlierLine ?? 0) : listed.has(leadId) ? leadId : undefined;
    if (choice === 'skip') {
      if (targetId !== undefined) idsByLine.set(line, targetId);
      return [];
    }
    const row = createLeadRow(lead, at, ids.pop());
    const mergedIntoId = choice === 'add' ? targetId : undefined;
    idsByLine.set(line, mergedIntoId ?? row.id);
    const { receivedAt, answeredAt, assignedPmId, nextStep, note } = details;
    const imported = {
      ...row,
      importId,
      assignedPmId,
      answeredAt,
      nextStepText: nextStep?.text ?? null,
      nextStepDueAt: nextStep?.dueAt ?? null,
      // `updatedAt` stays the time of the import.
      ...(receivedAt && { createdAt: receivedAt }),
      ...(mergedIntoId && { mergedIntoId, mergedAt: at }),
    };
    return [{ row: imported, note }];
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
      [...note.matchAll(noteParts)].map(([text]) => ({
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

/** Stores imported leads. Sends no email and no conversion. */
export async function storeImport(
  transaction: DatabaseTransaction,
  rows: readonly RowToStore[],
  { fileName, userId }: { fileName: string | null; userId: string | null },
): Promise<Pick<LeadImportReport, 'importId' | 'imported' | 'added'> | null> {
  const at = new Date().toISOString();
  const importId = randomUUID();
  const created = createRows(rows, await lockListed(transaction, rows), { importId, at });
  const leads = created.map(({ row }) => row);
  if (leads.length === 0) return null;
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
