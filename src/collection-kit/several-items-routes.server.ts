import { type Api, describeErrors, noContent } from '../http/api.server';
import { z } from '../lib/schema';
import { type Collection, idsInput } from './define-collection';
import { getOperationNames } from './operation-names.server';
import type { CollectionStore } from './store.server';

/** Registers the routes that delete and restore several items at once. */
export function registerSeveralItemsRoutes(
  api: Api,
  { path, label, item }: Collection,
  store: CollectionStore,
): void {
  const tags = [path];
  const { plural } = getOperationNames({ path, label });

  api.post(
    `/api/${path}/delete`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `delete${plural}`,
        tags,
        summary: 'Delete several, all of them or none',
        body: idsInput,
        response: { 204: noContent, ...describeErrors('not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      await store.remove(request.body.ids, request.userId);
      return reply.code(204).send();
    },
  );

  api.post(
    `/api/${path}/restore`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: `restore${plural}`,
        tags,
        summary: 'Restore several that were deleted, all of them or none',
        body: idsInput,
        response: { 200: z.array(item), ...describeErrors('not_found', 'conflict') },
      },
    },
    (request) => store.restoreDeleted(request.body.ids, request.userId),
  );
}
