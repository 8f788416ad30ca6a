import { type Api, failures, idParams, noContent } from '../lib/api.server';
import { z } from '../lib/schema';
import { type Collection, reorderInput } from './collection';
import type { CollectionStore } from './collection-store.server';
import { entityTag, ifMatch, matches } from './item-version.server';

/** The six calls of a collection: reading is for everyone, changing for the admin. */
export function collectionRoutes(api: Api, collection: Collection, store: CollectionStore): void {
  const { path, label, create, patch, item, narrowing } = collection;
  const tags = [path];

  api.get(
    `/api/${path}`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: `All of them, in display order`,
        ...(narrowing && { querystring: narrowing.query }),
        response: { 200: z.array(item), ...failures('invalid') },
      },
    },
    async (request) => {
      const items = await store.list();
      return narrowing ? items.filter((one) => narrowing.matches(one, request.query)) : items;
    },
  );

  api.get(
    `/api/${path}/:id`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: `One ${label.toLowerCase()}`,
        params: idParams,
        response: { 200: item, ...failures('not_found') },
      },
    },
    async (request, reply) => {
      const found = await store.read(request.params.id);
      reply.header('ETag', entityTag(found.updatedAt));
      return found;
    },
  );

  api.post(
    `/api/${path}`,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: `Add a ${label.toLowerCase()}; it goes last unless displayOrder is sent`,
        body: create,
        response: { 201: item, ...failures('invalid', 'unauthenticated') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await store.create(request.body, request.userId)),
  );

  api.patch(
    `/api/${path}/:id`,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Change the fields that are sent, and no other',
        description: 'With `If-Match`, only the version that it names is changed.',
        params: idParams,
        headers: z.looseObject({ 'if-match': z.optional(ifMatch) }),
        body: patch,
        response: { 200: item, ...failures('invalid', 'unauthenticated', 'not_found', 'changed') },
      },
    },
    async (request, reply) => {
      const { params, body, headers } = request;
      const changed = await store.update(
        params.id,
        body,
        request.userId,
        matches(headers['if-match']),
      );
      reply.header('ETag', entityTag(changed.updatedAt));
      return changed;
    },
  );

  api.delete(
    `/api/${path}/:id`,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: `Delete a ${label.toLowerCase()}`,
        params: idParams,
        response: { 204: noContent, ...failures('unauthenticated', 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      await store.remove(request.params.id, request.userId);
      return reply.code(204).send();
    },
  );

  api.post(
    `/api/${path}/reorder`,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Put the whole list into a new order',
        body: reorderInput,
        response: { 200: z.array(item), ...failures('invalid', 'unauthenticated', 'conflict') },
      },
    },
    async (request) => {
      await store.reorder(request.body.orderedIds, request.userId);
      return store.list();
    },
  );
}
