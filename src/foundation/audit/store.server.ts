import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import { type Cursor, encodeCursor } from '../../db/cursor.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import type { AuditEntry, DeletedItem, RestoreInput } from './contract';
import '../auth/admin-account.server';
import { AppError } from '../../lib/errors';
import { DAY, getTimeAgo } from '../../lib/time/durations';

interface AuditRow {
  id: string;
  /** The kind of the item: the last segment of its list's path. */
  subject: string;
  /** Null for a change of the whole list. */
  itemId: string | null;
  action: AuditEntry['action'] | 'reordered';
  at: string;
  userId: string | null;
  /** JSON, like `after`. */
  before: string | null;
  after: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    audit: AuditRow;
  }
}

type ItemState = Record<string, unknown>;

/** A change to record, in the transaction that makes it. */
export interface AuditRecord {
  subject: string;
  itemId: string | null;
  action: AuditRow['action'];
  at: string;
  /** Null for automatic changes. */
  userId: string | null;
  before?: ItemState;
  after?: ItemState;
}

/** Records changes, in the transaction that makes them. */
export async function writeAudit(
  transaction: DatabaseTransaction,
  records: readonly AuditRecord[],
): Promise<void> {
  const rows = records.map(
    ({ before, after, ...record }): AuditRow => ({
      ...record,
      // Ascending, so that changes of the same millisecond are listed in their order.
      id: uuidv7(),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    }),
  );
  for (const batch of splitIntoBatches(rows)) {
    await transaction.insertInto('audit').values(batch).execute();
  }
}

const parseState = (json: string | null): ItemState | null =>
  json === null ? null : JSON.parse(json);

const selectEntries = (db: Database, subjects: readonly string[]) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.userId')
    .select(['audit.id', 'subject', 'itemId', 'action', 'at', 'before', 'after'])
    .select('users.username as by')
    .where('audit.subject', 'in', subjects);

interface PageRequest {
  limit: number;
  cursor?: Cursor | undefined;
}

/** Reads a page of history, newest first. `next` is the cursor of the following page. */
async function readPage(query: ReturnType<typeof selectEntries>, { limit, cursor }: PageRequest) {
  const rows = await query
    .$if(cursor !== undefined, (rest) =>
      rest.where(sql<boolean>`(audit.at, audit.id) < (${cursor?.timestamp}, ${cursor?.id})`),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
    .execute();
  const entries = rows
    .slice(0, limit)
    .map((row) => ({ ...row, before: parseState(row.before), after: parseState(row.after) }));
  const last = entries.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { entries, next: isMore ? encodeCursor({ timestamp: last.at, id: last.id }) : null };
}

/** Number of changes by which a new one is noticed. */
const newestCount = 20;

/**
 * Lists the IDs of the newest changes of all, by which a new one is noticed. Rejected: the time of the
 * last change. Another one may have the same time, or an earlier one: the clocks of processes differ.
 */
export async function listNewestChanges(db: Database): Promise<string[]> {
  const query = db.selectFrom('audit').select('id').orderBy('at', 'desc').limit(newestCount);
  return (await query.execute()).map(({ id }) => id);
}

/** Lists the changes of one item, newest first. */
export async function readHistory(
  db: Database,
  subjects: readonly string[],
  itemId: string,
  page: PageRequest,
) {
  const query = selectEntries(db, subjects).where('audit.itemId', '=', itemId);
  const { entries, next } = await readPage(query, page);
  return {
    next,
    entries: entries.flatMap(({ itemId, action, ...entry }): AuditEntry[] =>
      // It applies to a whole list, so an item's history never contains it.
      action === 'reordered' ? [] : [{ ...entry, action }],
    ),
  };
}

/** Lists the newest changes of several items, newest first. */
export async function readHistories(
  db: Database,
  subjects: readonly string[],
  itemIds: readonly string[],
  limit: number,
) {
  const { entries } = await readPage(
    selectEntries(db, subjects).where('audit.itemId', 'in', itemIds),
    { limit },
  );
  return entries.flatMap(({ itemId, action, ...entry }) =>
    action === 'reordered' || itemId === null ? [] : [{ ...entry, itemId, action }],
  );
}

/** Lists the items whose last change is a deletion, the latest first. */
export async function readDeletedItems(db: Database, subject: string, page: PageRequest) {
  const query = selectEntries(db, [subject])
    .where('audit.action', '=', 'deleted')
    .where('audit.before', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit as later')
            .select('later.id')
            .whereRef('later.subject', '=', 'audit.subject')
            .whereRef('later.itemId', '=', 'audit.itemId')
            .whereRef('later.at', '>', 'audit.at'),
        ),
      ),
    );
  const { entries, next } = await readPage(query, page);
  return {
    next,
    entries: entries.map(
      ({ itemId, at, by, before }): DeletedItem => ({
        itemId: itemId ?? '',
        at,
        by,
        before: before ?? {},
      }),
    ),
  };
}

/** Deletes the history of the given items. */
export async function deleteItemHistory(
  transaction: DatabaseTransaction,
  subject: string,
  itemIds: readonly string[],
): Promise<void> {
  for (const batch of splitIntoBatches(itemIds)) {
    await transaction
      .deleteFrom('audit')
      .where('subject', '=', subject)
      .where('itemId', 'in', batch)
      .execute();
  }
}

/** An entry of an item's history, with the item before and after. */
export interface StoredEntry extends Pick<AuditRow, 'action' | 'at'> {
  before: ItemState | null;
  after: ItemState | null;
}

const parseEntry = (row: Pick<AuditRow, 'action' | 'at' | 'before' | 'after'>): StoredEntry => ({
  ...row,
  before: parseState(row.before),
  after: parseState(row.after),
});

/** Finds one entry of an item's history, or its newest entry with a given action. */
export async function findEntry(
  transaction: DatabaseTransaction,
  subject: string,
  itemId: string,
  selector: { id: string } | { action: AuditEntry['action'] },
) {
  const query = transaction
    .selectFrom('audit')
    .select(['action', 'at', 'before', 'after'])
    .where('subject', '=', subject)
    .where('itemId', '=', itemId)
    .orderBy('at', 'desc')
    .limit(1);
  const row = await ('id' in selector
    ? query.where('id', '=', selector.id)
    : query.where('action', '=', selector.action)
  ).executeTakeFirst();
  return row && parseEntry(row);
}

/** Finds the last deletion of each of several items. @returns the entries, by the item's id */
export async function findDeletions(
  transaction: DatabaseTransaction,
  subject: string,
  itemIds: readonly string[],
) {
  const deletions = new Map<string | null, StoredEntry>();
  for (const batch of splitIntoBatches(itemIds)) {
    const rows = await transaction
      .selectFrom('audit')
      .select(['itemId', 'action', 'at', 'before', 'after'])
      .where('subject', '=', subject)
      .where('itemId', 'in', batch)
      .where('action', '=', 'deleted')
      // The last one replaces those before it.
      .orderBy('at')
      .execute();
    for (const { itemId, ...row } of rows) deletions.set(itemId, parseEntry(row));
  }
  return deletions;
}

/** A version of an item: as it was before or after an entry of its history. */
export interface VersionSelector {
  entryId: string;
  /** A deletion always means the version before it. */
  side?: RestoreInput['side'] | undefined;
}

/** Returns a version of an item. @throws AppError not_found */
export async function requireStoredVersion(
  transaction: DatabaseTransaction,
  subject: string,
  itemId: string,
  { entryId, side = 'after' }: VersionSelector,
): Promise<ItemState> {
  const entry = await findEntry(transaction, subject, itemId, { id: entryId });
  if (!entry) throw new AppError('not_found', 'This version is no longer stored.');
  const version = entry[entry.action === 'deleted' ? 'before' : side];
  if (!version) throw new AppError('not_found', 'There was no version before this one.');
  return version;
}

/** Days after which history is deleted. */
export const auditRetentionDays = 365;

/**
 * Deletes expired history.
 * @param isRetained SQL condition on a row of `audit`: whether it is kept although it is older
 */
export async function purgeAudit(db: Database, isRetained: RawBuilder<boolean>): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('at', '<', getTimeAgo(auditRetentionDays * DAY))
    .where(({ not }) => not(isRetained))
    .execute();
}
