import type { FastifyReply, FastifyRequest } from 'fastify';
import { cursorParam } from '../../db/cursor.server';
import type { Database } from '../../db/database.server';
import { type Api, describeRoutes, setNextLink } from '../../http/api.server';
import { z } from '../../lib/schema';
import { auditEntry, historyLimit } from './contract';
import { readHistory } from './store.server';

/** The query of a list of entries, which says which page of it is sent. */
export const historyQuery = z.object({ limit: historyLimit, cursor: z.optional(cursorParam) });

/** Sets the `Link` header to the older entries. @returns the entries, for the response's body */
export function respondWithPage<Entry>(
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { entries, next }: { entries: Entry[]; next: string | null },
): Entry[] {
  setNextLink(reply, url, next);
  return entries;
}

/** A route that lists the history of an item. */
interface HistoryRoute {
  url: string;
  tag: string;
  operationId: string;
  summary: string;
  /** A sentence about this history, in the API documentation. */
  note?: string;
  /** The kinds of entries in the audit log. */
  subjects: readonly string[];
  params?: z.ZodMiniType<{ id?: string }>;
  /** Returns the item's id in the audit log; by default, the one in the address. */
  getItemId?: (id: string) => string;
}

const description =
  'Who did what and when; `before` and `after` are the whole item. Older entries are behind the `Link` header.';

/** Registers the route that lists the history of an item, newest first. */
export function registerHistoryRoute(api: Api, db: Database, route: HistoryRoute): void {
  const { url, tag, operationId, summary, note, subjects } = route;
  const { params = z.object({}), getItemId = (id) => id } = route;
  api.get(
    url,
    describeRoutes(tag)('admin', {
      operationId,
      summary,
      description: note ? `${description} ${note}` : description,
      querystring: historyQuery,
      params,
      response: { 200: z.array(auditEntry) },
    }),
    async (request, reply) => {
      const itemId = getItemId(request.params.id ?? '');
      const history = await readHistory(db, subjects, itemId, request.query);
      return respondWithPage(request, reply, history);
    },
  );
}
