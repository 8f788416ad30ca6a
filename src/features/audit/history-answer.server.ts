import type { FastifyReply } from 'fastify';
import { linkNext } from '../../lib/api.server';
import { type Cursor, cursorText } from '../../lib/cursor.server';
import type { Database } from '../../lib/database.server';
import { z } from '../../lib/schema';
import { historyLimit } from './audit-entry';
import { readHistory } from './audit-store.server';

/** The query of every route that answers an item's history. */
export const historyQuery = z.object({ limit: historyLimit, cursor: z.optional(cursorText) });

export const historyDescription =
  'Who did what and when; `before` and `after` are the whole item. Older entries are behind the `Link` header.';

/** Answers a page of an item's history, with the way to the older ones in the `Link` header. */
export async function answerHistory(
  db: Database,
  subject: string,
  request: { url: string; params: { id: string }; query: { limit: number; cursor?: Cursor } },
  reply: FastifyReply,
) {
  const { entries, next } = await readHistory(db, subject, request.params.id, request.query);
  linkNext(reply, request.url, next);
  return entries;
}
