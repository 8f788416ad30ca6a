import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../../http/item-version.server';
import { recordId, z } from '../../lib/schema';
import {
  buildChangesInput,
  type Collection,
  getOperationNames,
  idsInput,
  reorderInput,
} from './define-collection';
import type { CollectionStore } from './store.server';

/** The maximum bytes of a change of 1,000 items. Its undo has the fields that wait to be published. */
const maxChangesBytes = 1024 * 1024;

/** Which version to restore. */
const restoreInput = z.object({
  /** An entry of the item's history. Without it, the version before the deletion. */
  entryId: z.optional(recordId),
  /**
   * Whether to restore the item as it was before or after that entry. A deletion is always restored
   * to the version before it.
   */
  side: z.optional(z.enum(['before', 'after'])),
});

/** Registers the routes that change one item. */
export function registerItemRoutes(api: Api, collection: Collection, store: CollectionStore): void {
  const { path, label, create, patch, item } = collection;
  const noun = label.toLowerCase();
  const describeRoute = describeRoutes(path);
  const { singular } = getOperationNames(collection);

  api.post(
    `/api/${path}`,
    describeRoute('admin', {
      operationId: `create${singular}`,
      summary: `Add a ${noun}; it goes last unless displayOrder is sent`,
      description:
        'Visitors see it at once, unless `state` or `publishAt` say otherwise. Only a draft may lack required fields.',
      body: create,
      response: { 201: item },
    }),
    (request) => store.create(request.body, request.userId),
  );

  api.patch(
    `/api/${path}/:id`,
    describeRoute('admin', {
      operationId: `update${singular}`,
      summary: 'Change the fields that are sent, and no other',
      description:
        'With `If-Match`, only the version that it names is changed. `pending` keeps changes of a published item from visitors until `publishAt`, or until `state` is sent as `published`.',
      params: idParams,
      headers: versionHeaders,
      body: patch,
      response: { 200: item },
      errors: ['changed'],
    }),
    async ({ params, body, headers, userId }, reply) => {
      const isExpected = createVersionMatcher(headers);
      return sendItem(reply, await store.update(params.id, body, userId, isExpected));
    },
  );

  api.delete(
    `/api/${path}/:id`,
    describeRoute('admin', {
      operationId: `delete${singular}`,
      summary: `Delete a ${noun}`,
      params: idParams,
      response: { 204: noContent },
      errors: ['conflict'],
    }),
    (request) => store.remove([request.params.id], request.userId),
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
    (request) => store.purge(request.params.id, request.userId),
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

/** Registers the routes that change several items at once. */
export function registerListRoutes(api: Api, collection: Collection, store: CollectionStore): void {
  const { path, item, patch } = collection;
  const describeRoute = describeRoutes(path);
  const { plural } = getOperationNames(collection);

  api.post(
    `/api/${path}/reorder`,
    describeRoute('admin', {
      operationId: `reorder${plural}`,
      summary: 'Put the whole list into a new order',
      description:
        '`moved` is the item that was moved, and its place before, counted from 0. With it, nothing is changed if the list has another order by now.',
      body: reorderInput,
      response: { 200: z.array(item) },
      errors: ['conflict'],
    }),
    async (request) => {
      await store.reorder(request.body, request.userId);
      return store.list();
    },
  );

  api.post(
    `/api/${path}/update`,
    {
      bodyLimit: maxChangesBytes,
      ...describeRoute('admin', {
        operationId: `update${plural}`,
        summary: 'Change several, all of them or none',
        description:
          'For example `{ "state": "draft" }` for each that visitors no longer see. `version` is the `updatedAt` that a change is based on: if another version is stored, nothing is changed.',
        body: buildChangesInput(patch),
        response: { 200: z.array(item) },
        errors: ['not_found', 'changed'],
      }),
    },
    ({ body, userId }) =>
      store.updateSeveral(
        body.changes.map(({ id, values, version }) => ({
          ...{ id, values },
          isExpected: (stored) => version === undefined || stored === version,
        })),
        userId,
      ),
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
    (request) => store.remove(request.body.ids, request.userId),
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
