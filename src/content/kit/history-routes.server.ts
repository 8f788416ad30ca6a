import type { Database } from '../../db/database.server';
import { deletedItem } from '../../foundation/audit/contract';
import {
  historySchema,
  readDeletedItems,
  readHistory,
  respondWithPage,
} from '../../foundation/audit/store.server';
import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { sendItem } from '../../http/item-version.server';
import { z } from '../../lib/schema';
import type { Collection } from './define-collection';
import { restoreInput } from './restore-item.server';
import type { CollectionStore } from './store.server';

/** Converts "case-studies" to `CaseStudies` and "Case study" to `CaseStudy`. */
const toPascalCase = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Derives the nouns in operation ids such as `listCaseStudies` and `createCaseStudy`. */
export const getOperationNames = ({ path, label }: Pick<Collection, 'path' | 'label'>) => ({
  plural: toPascalCase(path),
  singular: toPascalCase(label),
});

/**
 * Registers the routes of a collection's history: list it, restore a version, delete it for good.
 */
export function registerHistoryRoutes(
  api: Api,
  db: Database,
  { path, label, item }: Collection,
  store: CollectionStore,
): void {
  const describeRoute = describeRoutes(path);
  const { plural, singular } = getOperationNames({ path, label });
  const noun = label.toLowerCase();

  api.get(
    `/api/${path}/:id/history`,
    describeRoute('admin', {
      operationId: `list${singular}History`,
      summary: `History of a ${noun}, newest first; a deleted one has it too`,
      ...historySchema,
      params: idParams,
    }),
    async (request, reply) => {
      const { params, query } = request;
      return respondWithPage(request, reply, await readHistory(db, [path], params.id, query));
    },
  );

  api.get(
    `/api/${path}/deleted`,
    describeRoute('admin', {
      operationId: `listDeleted${plural}`,
      summary: 'Deleted items that can be restored, newest first',
      querystring: historySchema.querystring,
      response: { 200: z.array(deletedItem) },
    }),
    async (request, reply) =>
      respondWithPage(request, reply, await readDeletedItems(db, path, request.query)),
  );

  api.delete(
    `/api/${path}/:id/history`,
    describeRoute('admin', {
      operationId: `forget${singular}`,
      summary: `Erase a deleted ${noun}: it can’t be restored afterwards`,
      params: idParams,
      response: { 204: noContent },
      errors: ['conflict'],
    }),
    async (request, reply) => {
      await store.purge(request.params.id, request.userId);
      return reply.code(204).send();
    },
  );

  api.post(
    `/api/${path}/:id/restore`,
    describeRoute('admin', {
      operationId: `restore${singular}`,
      summary: `Restore a deleted ${noun}, or an earlier version of it`,
      params: idParams,
      // Undo sends no body.
      body: z.optional(z.nullable(restoreInput)),
      response: { 200: item },
      errors: ['conflict'],
    }),
    async ({ params, body, userId }, reply) =>
      sendItem(reply, await store.restore(params.id, body ?? {}, userId)),
  );
}
