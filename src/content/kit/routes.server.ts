import type { FastifyRequest } from 'fastify';
import type { ContentReader } from '../../db/content-reader.server';
import type { Database } from '../../db/database.server';
import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../../http/item-version.server';
import type { ResponseCache } from '../../http/response-cache.server';
import { sendCachedList } from '../../http/send-cached.server';
import { z } from '../../lib/schema';
import { type Collection, type ListQuery, reorderInput } from './define-collection';
import { getOperationNames } from './history-routes.server';
import type { CollectionStore } from './store.server';

interface Dependencies {
  store: CollectionStore;
  /** Reads the published items. */
  content: ContentReader;
  cache: ResponseCache;
  /**
   * Whether a request may come from the admin. Such a request bypasses the cache, because another
   * process's cache may be stale for a short time after a change.
   */
  mayBeAdmin: (request: FastifyRequest) => boolean;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * Builds the cache key of a list: its path and the normalized query. Case, order and repetition of
 * filters don't matter, so they don't add cache entries.
 */
function buildListKey(path: string, query: ListQuery): string {
  const recognized = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    const distinct = new Set(values.map((value) => value.toLowerCase()));
    for (const value of [...distinct].sort()) recognized.append(name, value);
  }
  recognized.sort();
  return recognized.size > 0 ? `${path}?${recognized}` : path;
}

/** For a collection whose list has no filter. */
const noFilter: NonNullable<Collection['listFilter']> = {
  query: z.object({}),
  matches: () => true,
};

/** Registers the routes that everyone may call. */
export function registerReadRoutes(
  api: Api,
  collection: Collection,
  { store, content, cache, mayBeAdmin, isAdmin }: Dependencies,
): void {
  const { path, label, item, listFilter = noFilter } = collection;
  const describeRoute = describeRoutes(path);
  const { plural, singular } = getOperationNames(collection);

  api.get(
    `/api/${path}`,
    describeRoute('public', {
      operationId: `list${plural}`,
      summary: 'All that visitors see, in display order',
      querystring: listFilter.query,
      response: { 200: z.array(item) },
    }),
    async (request, reply) => {
      const list = async (db?: Database) =>
        (await store.listPublished(db)).filter((entry) => listFilter.matches(entry, request.query));
      if (mayBeAdmin(request)) return reply.header('Cache-Control', 'no-store').send(await list());
      return sendCachedList(request, reply, {
        cache,
        key: buildListKey(`/api/${path}`, request.query),
        read: () => content.read(list),
      });
    },
  );

  api.get(
    `/api/${path}/:id`,
    describeRoute('public', {
      operationId: `get${singular}`,
      summary: `One ${label.toLowerCase()}`,
      description: 'Without a session, only one that visitors see.',
      params: idParams,
      response: { 200: item },
    }),
    async (request, reply) => {
      const { id } = request.params;
      if (await isAdmin(request)) return sendItem(reply, await store.findById(id));
      return sendItem(reply, await content.read((db) => store.findPublished(id, db)));
    },
  );

  api.get(
    `/api/${path}/all`,
    describeRoute('admin', {
      operationId: `listAll${plural}`,
      summary: 'All of them, drafts included, in display order',
      response: { 200: z.array(item) },
    }),
    () => store.list(),
  );
}

/** Registers the routes that create, change, delete and reorder items, for the admin. */
export function registerWriteRoutes(api: Api, collection: Collection, store: CollectionStore) {
  const { path, label, create, patch, item } = collection;
  const noun = label.toLowerCase();
  const describeRoute = describeRoutes(path);
  const { singular } = getOperationNames(collection);

  api.post(
    `/api/${path}`,
    describeRoute('admin', {
      operationId: `create${singular}`,
      summary: `Add a ${noun}; it goes last unless displayOrder is sent`,
      description: 'Visitors see it at once, unless `state` or `publishAt` say otherwise.',
      body: create,
      response: { 201: item },
    }),
    async (request, reply) =>
      reply.code(201).send(await store.create(request.body, request.userId)),
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
    async (request, reply) => {
      await store.remove([request.params.id], request.userId);
      return reply.code(204).send();
    },
  );

  registerReorderRoute(api, collection, store);
}

function registerReorderRoute(api: Api, collection: Collection, store: CollectionStore): void {
  const { path, item } = collection;
  api.post(
    `/api/${path}/reorder`,
    describeRoutes(path)('admin', {
      operationId: `reorder${getOperationNames(collection).plural}`,
      summary: 'Put the whole list into a new order',
      body: reorderInput,
      response: { 200: z.array(item) },
      errors: ['conflict'],
    }),
    async (request) => {
      await store.reorder(request.body.orderedIds, request.userId);
      return store.list();
    },
  );
}
