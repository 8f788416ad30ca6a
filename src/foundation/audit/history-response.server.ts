import type { FastifyReply } from 'fastify';
import { type Cursor, cursorParam } from '../../db/cursor.server';
import type { Database } from '../../db/database.server';
import { setNextLink } from '../../http/api.server';
import { z } from '../../lib/schema';
import { auditEntry, historyLimit } from './contract';
import { readDeletedItems, readHistory } from './store.server';

/** The parts of the schema that the routes of every history share. */
export const historySchema = {
  description:
    'Who did what and when; `before` and `after` are the whole item. Older entries are behind the `Link` header.',
  querystring: z.object({ limit: historyLimit, cursor: z.optional(cursorParam) }),
  response: { 200: z.array(auditEntry) },
};

type HistoryRequest<P = unknown> = {
  url: string;
  params: P;
  query: { limit: number; cursor?: Cursor | undefined };
};

/**
 * Sends a page of an item's history, with a `Link` header to the older entries.
 * @param subjects the item's kind, and the kinds of other records stored under its ID
 */
export async function respondWithHistory(
  db: Database,
  subjects: readonly string[],
  request: HistoryRequest<{ id: string }>,
  reply: FastifyReply,
) {
  const { entries, next } = await readHistory(db, subjects, request.params.id, request.query);
  setNextLink(reply, request.url, next);
  return entries;
}

/** Sends a page of the deleted items of a kind, with a `Link` header to those deleted earlier. */
export async function respondWithDeletedItems(
  db: Database,
  subject: string,
  request: HistoryRequest,
  reply: FastifyReply,
) {
  const { entries, next } = await readDeletedItems(db, subject, request.query);
  setNextLink(reply, request.url, next);
  return entries;
}
