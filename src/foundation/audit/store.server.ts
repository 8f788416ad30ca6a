import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Cursor, encodeCursor } from '../../db/cursor.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import type { AuditEntry, DeletedItem } from './contract';
import '../auth/admin-account.server';
import { DAY } from '../../lib/time';

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

/** Maximum rows per statement, because database engines limit the number of parameters. */
const maxBatchSize = 500;

/** Records changes, in the transaction that makes them. */
export async function writeAudit(
  transaction: DatabaseTransaction,
  records: readonly AuditRecord[],
): Promise<void> {
  const rows = records.map(
    ({ before, after, ...record }): AuditRow => ({
      ...record,
      id: randomUUID(),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    }),
  );
  for (let start = 0; start < rows.length; start += maxBatchSize) {
    const batch = rows.slice(start, start + maxBatchSize);
    await transaction.insertInto('audit').values(batch).execute();
  }
}

const parseState = (json: string | null): ItemState | null =>
  json === null ? null : JSON.parse(json);

const selectEntries = (db: Database, subjects: readonly string[]) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.userId')
    .select([
      'audit.id',
      'subject',
      'itemId',
      'action',
      'at',
      'users.username as by',
      'before',
      'after',
    ])
    .where('audit.subject', 'in', subjects);

type AuditQuery = ReturnType<typeof selectEntries>;

interface PageRequest {
  limit: number;
  cursor?: Cursor | undefined;
}

/** Reads a page of history, newest first. `next` is the cursor of the following page. */
async function readPage(
  db: Database,
  subjects: readonly string[],
  filter: (query: AuditQuery) => AuditQuery,
  { limit, cursor }: PageRequest,
) {
  let query = filter(selectEntries(db, subjects));
  if (cursor) {
    query = query.where(sql<boolean>`(audit.at, audit.id) < (${cursor.timestamp}, ${cursor.id})`);
  }
  const rows = await query
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

/** Lists the changes of one item, newest first. */
export async function readHistory(
  db: Database,
  subjects: readonly string[],
  itemId: string,
  page: PageRequest,
) {
  const { entries, next } = await readPage(
    db,
    subjects,
    (query) => query.where('audit.itemId', '=', itemId),
    page,
  );
  return {
    next,
    entries: entries.map(
      ({ itemId: _, action, ...entry }): AuditEntry => ({
        ...entry,
        // `reordered` applies to a whole list, so an item's history never contains it.
        action: action as AuditEntry['action'],
      }),
    ),
  };
}

/** Lists the items whose last change is a deletion, the latest first. */
export async function readDeletedItems(db: Database, subject: string, page: PageRequest) {
  const { entries, next } = await readPage(
    db,
    [subject],
    (query) =>
      query
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
        ),
    page,
  );
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
  for (let start = 0; start < itemIds.length; start += maxBatchSize) {
    await transaction
      .deleteFrom('audit')
      .where('subject', '=', subject)
      .where('itemId', 'in', itemIds.slice(start, start + maxBatchSize))
      .execute();
  }
}

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
  return row && { ...row, before: parseState(row.before), after: parseState(row.after) };
}

/** Days after which history is deleted. */
export const auditRetentionDays = 365;

/** Deletes expired history. */
export async function purgeAudit(db: Database): Promise<void> {
  const before = new Date(Date.now() - auditRetentionDays * DAY).toISOString();
  await db.deleteFrom('audit').where('at', '<', before).execute();
}
