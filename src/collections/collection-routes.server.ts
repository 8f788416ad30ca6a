import type { FastifyRequest } from 'fastify';
import type { AnswerCache } from '../lib/answer-cache.server';
import { type Api, failures, idParams, noContent } from '../lib/api.server';
import { sendCached } from '../lib/cached-reply.server';
import { z } from '../lib/schema';
import { type Collection, reorderInput } from './collection';
import type { CollectionStore } from './collection-store.server';

interface Parts {
  store: CollectionStore;
  cache: AnswerCache;
  /** Whether a request may be the admin's: whoever writes to one process sees it in any other at once. */
  mayBeAdmin: (request: FastifyRequest) => boolean;
}

/** A query's recognised parameters in one order. */
function keyOf(path: string, query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, string[]>).flatMap(
    ([name, values]) => values.map((value): [string, string] => [name, value]),
  );
  const recognised = new URLSearchParams(given);
  recognised.sort();
  return given.length > 0 ? `${path}?${recognised}` : path;
}

/** The six calls of a collection: reading is for everyone, changing for the admin. */
export function collectionRoutes(
  api: Api,
  collection: Collection,
  { store, cache, mayBeAdmin }: Parts,
): void {
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
    async (request, reply) => {
      const list = async () => {
        const items = await store.list();
        return narrowing ? items.filter((one) => narrowing.matches(one, request.query)) : items;
      };
      if (mayBeAdmin(request)) return reply.header('Cache-Control', 'no-store').send(await list());
      return sendCached(request, reply, {
        cache,
        key: keyOf(`/api/${path}`, narrowing && request.query),
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
        tags,
        summary: `One ${label.toLowerCase()}`,
        params: idParams,
        response: { 200: item, ...failures('not_found') },
      },
    },
    (request) => store.read(request.params.id),
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
    async (request, reply) => reply.code(201).send(await store.create(request.body)),
  );

  api.patch(
    `/api/${path}/:id`,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Change the fields that are sent, and no other',
        params: idParams,
        body: patch,
        response: { 200: item, ...failures('invalid', 'unauthenticated', 'not_found') },
      },
    },
    (request) => store.update(request.params.id, request.body),
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
      await store.remove(request.params.id);
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
      await store.reorder(request.body.orderedIds);
      return store.list();
    },
  );
}
