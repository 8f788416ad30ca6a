import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { DAY } from '../../lib/time';
import { createOwnLead, insertOwnLeads } from '../desk/own-leads.server';
import { selectVisibleLeads } from '../search/search.server';
import type { NewLeadRow } from '../table.server';
import type { DuplicateChoice, LeadImport, LeadImportReport } from './import-contract';
import type { Match } from './import-duplicates.server';

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

interface RowToStore {
  line: number;
  lead: Parameters<typeof createOwnLead>[0];
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

/** Creates the rows of the leads, and finds the leads to which some of them are added. */
function createRows(rows: readonly RowToStore[], listed: ReadonlySet<string>, at: string) {
  const leads: NewLeadRow[] = [];
  const mergedIntoIds = new Map<string, string>();
  const idsByLine = new Map<number, string>();
  // Leads of one time are listed by descending ID: in the order of the file.
  const ids = rows.map(() => uuidv7());
  for (const { line, lead, match, choice } of rows) {
    const { leadId = null, earlierLine = null } = match ?? {};
    const targetId =
      leadId === null ? idsByLine.get(earlierLine ?? 0) : listed.has(leadId) ? leadId : undefined;
    if (choice !== 'skip') {
      const row = createOwnLead(lead, at, ids.pop());
      leads.push(row);
      // If the lead was deleted meanwhile, the row becomes a lead of its own.
      if (choice === 'add' && targetId !== undefined) mergedIntoIds.set(row.id, targetId);
      idsByLine.set(line, mergedIntoIds.get(row.id) ?? row.id);
    } else if (targetId !== undefined) idsByLine.set(line, targetId);
  }
  return { leads, mergedIntoIds };
}

/** Stores imported leads. Sends no email and no conversion. */
export async function storeImport(
  transaction: DatabaseTransaction,
  rows: readonly RowToStore[],
  { fileName, userId }: { fileName: string | null; userId: string | null },
): Promise<Pick<LeadImportReport, 'importId' | 'imported' | 'added'> | null> {
  const at = new Date().toISOString();
  const { leads, mergedIntoIds } = createRows(rows, await lockListed(transaction, rows), at);
  if (leads.length === 0) return null;
  const importId = randomUUID();
  const addedCount = mergedIntoIds.size;
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
  await insertOwnLeads(transaction, leads, { importId, mergedIntoIds, userId });
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
