import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { z } from '../../lib/schema';
import { buildChangesInput, type Collection, idsInput } from './define-collection';
import { getOperationNames } from './history-routes.server';
import type { CollectionStore } from './store.server';

/** Registers the routes that change, delete and restore several items at once. */
export function registerSeveralItemsRoutes(
  api: Api,
  { path, label, item, patch }: Collection,
  store: CollectionStore,
): void {
  const describeRoute = describeRoutes(path);
  const { plural } = getOperationNames({ path, label });

  api.post(
    `/api/${path}/update`,
    describeRoute('admin', {
      operationId: `update${plural}`,
      summary: 'Change several, all of them or none',
      description: 'For example `{ "state": "draft" }` for each that visitors no longer see.',
      body: buildChangesInput(patch),
      response: { 200: z.array(item) },
      errors: ['not_found'],
    }),
    (request) => store.updateSeveral(request.body.changes, request.userId),
  );

  api.post(
    `/api/${path}/delete`,
    describeRoute('admin', {
      operationId: `delete${plural}`,
      summary: 'Delete several, all of them or none',
      body: idsInput,
      response: { 204: noContent },
      errors: ['not_found', 'conflict'],
    }),
    async (request, reply) => {
      await store.remove(request.body.ids, request.userId);
      return reply.code(204).send();
    },
  );

  api.post(
    `/api/${path}/restore`,
    describeRoute('admin', {
      operationId: `restore${plural}`,
      summary: 'Restore several that were deleted, all of them or none',
      body: idsInput,
      response: { 200: z.array(item) },
      errors: ['not_found', 'conflict'],
    }),
    (request) => store.restoreDeleted(request.body.ids, request.userId),
  );
}
