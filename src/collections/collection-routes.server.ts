import type { FastifyRequest } from 'fastify';
import type { AnswerCache } from '../lib/answer-cache.server';
import { type Api, failures, idParams, noContent } from '../lib/api.server';
import { sendCached } from '../lib/cached-reply.server';
import { z } from '../lib/schema';
import { type Collection, reorderInput } from './collection';
import type { CollectionStore } from './collection-store.server';
import { entityTag, ifMatch, matches } from './item-version.server';
import { operationNames } from './operation-names.server';

interface Parts {
  store: CollectionStore;
  cache: AnswerCache;
  /** Whether a request may be the admin's: whoever writes to one process sees it in any other at once. */
  mayBeAdmin: (request: FastifyRequest) => boolean;
}

/**
 * The cache key of a list: its path, and what the route reads of the query in one spelling. Filters ignore
 * case, order and repetition, so none of these makes a list of its own.
 */
function listKey(path: string, query: unknown): string {
  const recognized = new URLSearchParams();
  for (const [name, values] of Object.entries((query ?? {}) as Record<string, string[]>)) {
    const distinct = new Set(values.map((value) => value.toLowerCase()));
    for (const value of [...distinct].sort()) recognized.append(name, value);
  }
  recognized.sort();
  return recognized.size > 0 ? `${path}?${recognized}` : path;
}

/** The six calls of a collection: reading is for everyone, changing for the admin. */
export function collectionRoutes(
  api: Api,
  collection: Collection,
  { store, cache, mayBeAdmin }: Parts,
): void {
  const { path, label, create, patch, item, narrowing } = collection;
  const tags = [path];
  const { many, one } = operationNames(collection);

  api.get(
    `/api/${path}`,
    {
      config: { access: 'public' },
      schema: {
        operationId: `list${many}`,
        tags,
        summary: `All of them, in display order`,
        ...(narrowing && { querystring: narrowing.query }),
        response: { 200: z.array(item), ...failures('invalid') },
      },
    },
    async (request, reply) => {
      const list = async () => {
        const items = await store.list();
        return narrowing ? items.filter((entry) => narrowing.matches(entry, request.query)) : items;
      };
      if (mayBeAdmin(request)) return reply.header('Cache-Control', 'no-store').send(await list());
      return sendCached(request, reply, {
        cache,
        key: listKey(`/api/${path}`, narrowing && request.query),
        type: 'application/json; charset=utf-8',
        of: 'lists',
        make: async () => ({ text: JSON.stringify(await list()), complete: true }),
      });
    },
  );

  api.get(
    `/api/${path}/:id`,
    {
      config: { access: 'public' },
      schema: {
        operationId: `get${one}`,
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
        operationId: `create${one}`,
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
        operationId: `update${one}`,
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
        operationId: `delete${one}`,
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
        operationId: `reorder${many}`,
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
