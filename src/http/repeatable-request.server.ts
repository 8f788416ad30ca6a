import { hash, randomUUID } from 'node:crypto';
import { createBulkStatement } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { AppError } from '../lib/errors';
import { z } from '../lib/schema';
import { DAY, getTimeAgo } from '../lib/time/durations';

export interface IdempotencyKeyRow {
  key: string;
  requestHash: string;
  /** The lead, or another record, that the request is about. */
  leadId: string;
  createdAt: string;
}

declare module '../db/database.server' {
  interface Tables {
    idempotencyKeys: IdempotencyKeyRow;
  }
}

/** Idempotency key of one completed form. Requests with the same key are the same request. */
export const idempotencyKey = z
  .string()
  .check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid'));

/** The headers of a request that may be repeated. */
export const repeatableHeaders = z.looseObject({ 'idempotency-key': z.optional(idempotencyKey) });

/** Describes `Idempotency-Key` in the API documentation. */
export const repeatableDescription =
  'With an `Idempotency-Key`, a repeated request stores nothing; the same key for another request returns 409.';

/** Creates the error for a key that was used for another request. */
export const createKeyReusedError = () =>
  new AppError(
    'conflict',
    'This Idempotency-Key was used for another request. Send the changed request with a new key.',
  );

const insertKeys = createBulkStatement<IdempotencyKeyRow, Pick<IdempotencyKeyRow, 'key'>>(
  { key: 'text', requestHash: 'text', leadId: 'text', createdAt: 'text' },
  (db, rows, names) =>
    db
      .insertInto('idempotencyKeys')
      .columns(names)
      .expression(rows)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key'),
);

/**
 * Builds the statement that claims keys in the transaction that carries their requests out. It
 * waits for another transaction that is claiming the same key.
 * @returns the statement; its result has the claimed keys, without those that were taken before
 */
export const claimIdempotencyKeys = (
  transaction: DatabaseTransaction,
  rows: readonly IdempotencyKeyRow[],
) =>
  insertKeys(
    transaction,
    // Always in the same order, so that two processes that claim the same keys can't deadlock.
    rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );

/** Finds the request that has claimed a key. */
export const findIdempotencyKey = (
  db: Database,
  key: string,
): Promise<IdempotencyKeyRow | undefined> =>
  db.selectFrom('idempotencyKeys').selectAll().where('key', '=', key).executeTakeFirst();

/** Retention period of the keys: longer than a draft is likely to stay unsent. */
const keyRetentionMs = 30 * DAY;

/** Deletes expired idempotency keys. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const cutoff = getTimeAgo(keyRetentionMs);
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', cutoff).execute();
}

/** An admin's request, which is carried out once per idempotency key. */
export interface RepeatableRequest {
  key: string | undefined;
  /** The operation, what it is about, and the body. */
  content: readonly unknown[];
}

interface RequestClaim {
  /** ID for the record that the request stores: the same for each repetition. */
  recordId: string;
  /** The ID of the lead, or another record, that the first request with the key is about. */
  subjectId: string;
  createdAt: string;
}

/** Visitors' keys contain no space. */
const toStoredKey = (key: string) => `admin ${key}`;

/**
 * Finds the first request with the same key. Undefined without a key.
 * @throws AppError conflict when that was another request
 */
export async function findEarlierRequest(
  db: Database,
  { key, content }: RepeatableRequest,
): Promise<RequestClaim | undefined> {
  if (key === undefined) return undefined;
  const row = await findIdempotencyKey(db, toStoredKey(key));
  if (!row) return undefined;
  if (row.requestHash !== hashContent(content)) throw createKeyReusedError();
  return { recordId: createRecordId(key), subjectId: row.leadId, createdAt: row.createdAt };
}

const hashContent = (content: readonly unknown[]) => hash('sha256', JSON.stringify(content));

const createRecordId = (key: string) => hash('sha256', toStoredKey(key)).slice(0, 32);

/**
 * Claims the key of a request in the transaction that carries the request out. Waits for another
 * transaction that is claiming the same key.
 * @param subjectId the lead, or another record, that the request is about
 * @returns the claim of the first request with the key, and whether this is a later one
 * @throws AppError conflict when the first was another request
 */
export async function claimRequest(
  transaction: DatabaseTransaction,
  request: RepeatableRequest,
  subjectId: string,
): Promise<RequestClaim & { isRepeated: boolean }> {
  const { key, content } = request;
  const createdAt = new Date().toISOString();
  if (key === undefined) return { recordId: randomUUID(), subjectId, createdAt, isRepeated: false };
  const row = { key: toStoredKey(key), requestHash: hashContent(content), leadId: subjectId };
  const { rows } = await transaction.executeQuery(
    claimIdempotencyKeys(transaction, [{ ...row, createdAt }]),
  );
  const isRepeated = rows.length === 0;
  const first = isRepeated ? await findEarlierRequest(transaction, request) : undefined;
  return { recordId: createRecordId(key), subjectId, createdAt, ...first, isRepeated };
}
