import { auditEntry, deletedItem } from '../features/audit/audit-entry';
import {
  answerDeleted,
  answerHistory,
  historyDescription,
  historyQuery,
} from '../features/audit/history-answer.server';
import { type Api, failures, idParams, noContent } from '../lib/api.server';
import type { Database } from '../lib/database.server';
import { z } from '../lib/schema';
import type { Collection } from './collection';
import type { CollectionStore } from './collection-store.server';
import { entityTag } from './item-version.server';
import { operationNames } from './operation-names.server';
import { restoreInput } from './restore.server';

/** What happened to an item, and the way back to a version of before. */
export function historyRoutes(
  api: Api,
  db: Database,
  { path, label, item }: Collection,
  store: CollectionStore,
): void {
  const tags = [path];
  const { many, one } = operationNames({ path, label });
  const name = label.toLowerCase();

  api.get(
    `/api/${path}/:id/history`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `list${one}History`,
        tags,
        summary: `What happened to a ${name}, newest first; also to a deleted one`,
        description: historyDescription,
        params: idParams,
        querystring: historyQuery,
        response: { 200: z.array(auditEntry), ...failures('invalid', 'unauthenticated') },
      },
    },
    (request, reply) => answerHistory(db, [path], request, reply),
  );

  api.get(
    `/api/${path}/deleted`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `listDeleted${many}`,
        tags,
        summary: 'What was deleted and can be brought back, the latest first',
        querystring: historyQuery,
        response: { 200: z.array(deletedItem), ...failures('invalid', 'unauthenticated') },
      },
    },
    (request, reply) => answerDeleted(db, path, request, reply),
  );

  api.delete(
    `/api/${path}/:id/history`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `forget${one}`,
        tags,
        summary: `Forget a deleted ${name}: it cannot be brought back any more`,
        params: idParams,
        response: {
          204: noContent,
          ...failures('invalid', 'unauthenticated', 'not_found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      await store.forget(request.params.id, request.userId);
      return reply.code(204).send();
    },
  );

  api.post(
    `/api/${path}/:id/restore`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `restore${one}`,
        tags,
        summary: `Bring back a deleted ${name}, or a version of it out of its history`,
        params: idParams,
        // Undo needs to say nothing, so it may come without a body.
        body: z.optional(z.nullable(restoreInput)),
        response: {
          200: item,
          ...failures('invalid', 'unauthenticated', 'not_found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const restored = await store.restore(request.params.id, request.body ?? {}, request.userId);
      reply.header('ETag', entityTag(restored.updatedAt));
      return restored;
    },
  );
}
