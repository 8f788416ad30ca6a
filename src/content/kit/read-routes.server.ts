import type { ContentReader } from '../../db/content-reader.server';
import type { Database } from '../../db/database.server';
import { deletedItem } from '../../foundation/audit/contract';
import {
  historyQuery,
  registerHistoryRoute,
  respondWithPage,
} from '../../foundation/audit/routes.server';
import { readDeletedItems } from '../../foundation/audit/store.server';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import type { SiteOptions } from '../../foundation/environment/define-plugin.server';
import { type Api, describeRoutes, idParams, notModified } from '../../http/api.server';
import { sendItem } from '../../http/item-version.server';
import { sendCachedList } from '../../http/send-cached.server';
import { z } from '../../lib/schema';
import type { Collection, ListQuery } from './define-collection';
import { getOperationNames } from './define-collection';
import type { CollectionStore } from './store.server';

interface Dependencies extends SiteOptions {
  store: CollectionStore;
  /** Reads the published items. */
  content: ContentReader;
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

/** Registers the routes that read a collection: its items, the deleted ones and their history. */
export function registerReadRoutes(
  api: Api,
  collection: Collection,
  { store, content, ...site }: Dependencies,
): void {
  const { db } = site;
  const { path, label, item, listFilter = noFilter } = collection;
  const noun = label.toLowerCase();
  const describeRoute = describeRoutes(path);
  const { plural, singular } = getOperationNames(collection);

  api.get(
    `/api/${path}`,
    describeRoute('public', {
      operationId: `list${plural}`,
      summary: 'All that visitors see, in display order',
      querystring: listFilter.query,
      response: { 200: z.array(item), 304: notModified },
    }),
    async (request, reply) => {
      const list = async (source?: Database) =>
        (await store.listPublished(source)).filter((entry) =>
          listFilter.matches(entry, request.query),
        );
      // The admin's requests bypass the cache, because another process's cache may be stale for a short
      // time after a change.
      if (await isSignedIn(request, site))
        return reply.header('Cache-Control', 'no-store').send(await list());
      return sendCachedList(request, reply, {
        key: buildListKey(`/api/${path}`, request.query),
        read: () => content.read(list),
      });
    },
  );

  api.get(
    `/api/${path}/:id`,
    describeRoute('public', {
      operationId: `get${singular}`,
      summary: `One ${noun}`,
      description: 'Without a session, only one that visitors see.',
      params: idParams,
      response: { 200: item },
    }),
    async (request, reply) => {
      const { id } = request.params;
      if (await isSignedIn(request, site)) return sendItem(reply, await store.findById(id));
      return sendItem(reply, await content.read((source) => store.findPublished(id, source)));
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

  registerHistoryRoute(api, db, {
    url: `/api/${path}/:id/history`,
    tag: path,
    operationId: `list${singular}History`,
    summary: `History of a ${noun}, newest first; a deleted one has it too`,
    subjects: [path],
    params: idParams,
  });

  api.get(
    `/api/${path}/deleted`,
    describeRoute('admin', {
      operationId: `listDeleted${plural}`,
      summary: 'Deleted items that can be restored, newest first',
      querystring: historyQuery,
      response: { 200: z.array(deletedItem) },
    }),
    async (request, reply) =>
      respondWithPage(request, reply, await readDeletedItems(db, path, request.query)),
  );
}
