import type { FastifyReply, FastifyRequest } from 'fastify';
import { cursorParam } from '../../db/cursor.server';
import { setNextLink } from '../../http/api.server';
import { z } from '../../lib/schema';
import { auditEntry, historyLimit } from './contract';

/** The parts of the schema that the routes of every history share. */
export const historySchema = {
  description:
    'Who did what and when; `before` and `after` are the whole item. Older entries are behind the `Link` header.',
  querystring: z.object({ limit: historyLimit, cursor: z.optional(cursorParam) }),
  response: { 200: z.array(auditEntry) },
};

/** Sets the `Link` header to the older entries. @returns the entries, for the response's body */
export function respondWithPage<Entry>(
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { entries, next }: { entries: Entry[]; next: string | null },
): Entry[] {
  setNextLink(reply, url, next);
  return entries;
}
