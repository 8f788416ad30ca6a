import type { FastifyInstance } from 'fastify';
import { getOrCreateSecret } from '../db/site-state.server';
import { definePlugin } from '../foundation/environment/define-plugin.server';
import { describeRoutes, idParams } from '../http/api.server';
import { AppError } from '../lib/errors';
import { listKeys } from '../lib/list';
import { z } from '../lib/schema';
import { isSameSecret, signText } from '../lib/secret-token.server';
import { HOUR } from '../lib/time/durations';
import { type CollectionPath, collections, mapCollections } from './collections/collections';
import { talentsPerPage } from './collections/talents/queries';
import type { CollectionSnapshots } from './collections.plugin.server';
import type { BaseItem } from './kit/define-collection';
import { getOperationNames } from './kit/define-collection';
import { applyPending, type PreviewLink, previewLink, toPublished } from './kit/publication';
import { createPreviewSources, type PageSources } from './page-sources.server';
import { decodeBlock } from './pages/blocks.server';
import { blockAnchors, getSchemas, type PageName, pageNames } from './pages/contract';
import { toOperation } from './pages/routes.server';

const previewTtlMs = HOUR;

/** The item or block that a preview link shows. */
interface PreviewTarget {
  /** The item's collection, or the path of the block's page. */
  path: string;
  id: string;
  /** In milliseconds since the epoch. */
  expires: number;
}

interface PreviewedContent {
  /** The name of the item or page. */
  name: string;
  /** Where the owner edits it. */
  editorUrl: string;
  /** True if the previewed content is already published. */
  isLive: boolean;
  /** The public content, with the pending changes of the item or block. */
  sources: PageSources;
}

/** What a preview link shows, until it expires. */
export type Preview = PreviewedContent & Pick<PreviewTarget, 'expires'>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Verifies the token of a preview link, and loads its content. @throws AppError gone */
    findPreview: (token: string) => Promise<Preview>;
  }
}

const sign = (secret: string, { path, id, expires }: PreviewTarget) =>
  signText(secret, `preview ${path} ${id} ${expires}`);

const createPreviewGoneError = () =>
  new AppError('gone', 'This preview link has run out. Ask the person who sent it for a new one.');

/** Verifies the token of a preview link: signed, for an hour. @throws AppError gone */
function verifyToken(secret: string, token: string): PreviewTarget {
  const [path = '', id = '', expiresText = '', signature = ''] = token.split('.');
  const target = { path, id, expires: Number(expiresText) };
  const isValid = isSameSecret(signature, sign(secret, target));
  // Reject links that expire later than any link should: the clock may have been wrong at their
  // creation.
  const remainingMs = target.expires - Date.now();
  if (!isValid || remainingMs <= 0 || remainingMs > previewTtlMs) throw createPreviewGoneError();
  return target;
}

/** The part of the home page that shows a collection. */
const homeAnchors: Partial<Record<CollectionPath, string>> = {
  'case-studies': '#case-studies',
  packages: '#pricing',
};

const describeRoute = describeRoutes('previews');

/** Puts an item into the list that visitors see, in display order. */
const insertItem = (list: readonly BaseItem[], item: BaseItem): BaseItem[] =>
  [...list.filter(({ id }) => id !== item.id), item].sort(
    (a, b) => a.displayOrder - b.displayOrder || (a.createdAt < b.createdAt ? -1 : 1),
  );

/** Returns the path in the token of a block. The token of an item has its collection's path. */
const toPagePath = (page: PageName) => `pages/${page}`;

const pagePaths: Record<PageName, string> = { home: '/', talent: '/talent', privacy: '/privacy' };

/** Creates the functions that load an item, or a block of a page, with its pending changes. */
function createPreviewFinder(app: FastifyInstance) {
  const { collectionStores, collectionSnapshots, settings } = app;

  /** Lists the published items of the collection, with the pending changes of the item. */
  async function listWithItem(path: CollectionPath, id: string) {
    const stored: BaseItem = await collectionStores[path].findById(id);
    const list = await collectionStores[path].listPublished();
    return { stored, list: insertItem(list, toPublished(applyPending(stored))) };
  }

  async function findItem(path: string, id: string): Promise<PreviewedContent> {
    const collection = collections.find((one) => one.path === path);
    if (!collection) throw createPreviewGoneError();
    const { stored, list } = await listWithItem(collection.path, id);
    const snapshots = mapCollections<CollectionSnapshots>((one) =>
      one === collection
        ? { read: async () => list, invalidate: () => undefined }
        : collectionSnapshots[one.path],
    );
    return {
      name: collection.getName(applyPending(stored)),
      editorUrl: `/admin?tab=${encodeURIComponent(collection.tab)}`,
      isLive: stored.state === 'published' && !stored.pending,
      sources: createPreviewSources(app.pageContents, snapshots),
    };
  }

  async function findBlock(page: PageName, block: string): Promise<PreviewedContent> {
    const key = { page, block };
    const { pending } = decodeBlock(key, settings.getRows()).plan;
    const contents = await app.loadPatchedContents(page, pending ? { [block]: pending } : {});
    return {
      name: `${page[0]?.toUpperCase()}${page.slice(1)} page`,
      editorUrl: '/admin/settings',
      isLive: !pending,
      sources: createPreviewSources(contents, collectionSnapshots),
    };
  }

  return { listWithItem, findItem, findBlock };
}

/** Links by which an item or a block is previewed on the real page, before visitors see it. */
export const previewsPlugin = definePlugin(
  { name: 'previews', dependencies: ['route-access', 'collections', 'page-contents', 'talents'] },
  (app, { db }) => {
    const { listWithItem, findItem, findBlock } = createPreviewFinder(app);
    const loadSecret = () => getOrCreateSecret(db, 'preview');

    app.decorate('findPreview', async (token) => {
      const { path, id, expires } = verifyToken(await loadSecret(), token);
      const page = pageNames.find((name) => toPagePath(name) === path);
      const found = page ? findBlock(page, id) : findItem(path, id);
      const preview = await found.catch((error: unknown) => {
        throw error instanceof AppError ? createPreviewGoneError() : error;
      });
      return { ...preview, expires };
    });

    /** Creates a link to a preview. @param toUrl adds the query with the token to the page's URL */
    async function createLink(
      path: string,
      id: string,
      toUrl: (query: string) => string,
    ): Promise<PreviewLink> {
      const target = { path, id, expires: Date.now() + previewTtlMs };
      const token = [path, id, target.expires, sign(await loadSecret(), target)].join('.');
      return { url: toUrl(`preview=${token}`), expiresAt: new Date(target.expires).toISOString() };
    }

    for (const { path, label } of collections) {
      app.post(
        `/api/${path}/:id/preview`,
        describeRoute('admin', {
          operationId: `preview${getOperationNames({ path, label }).singular}`,
          summary: `A link that shows a ${label.toLowerCase()} on the real page, for an hour`,
          description: 'It works without a session, and shows pending changes.',
          params: idParams,
          response: { 200: previewLink },
        }),
        async ({ params: { id } }) => {
          const { list } = await listWithItem(path, id);
          const page = 1 + Math.floor(list.findIndex((item) => item.id === id) / talentsPerPage);
          return createLink(path, id, (query) =>
            path === 'talents'
              ? `/talent?${page > 1 ? `page=${page}&` : ''}${query}`
              : `/?${query}${homeAnchors[path] ?? ''}`,
          );
        },
      );
    }

    for (const page of pageNames) {
      app.post(
        `/api/pages/${page}/:id/preview`,
        describeRoute('admin', {
          operationId: toOperation('preview', page, 'Block'),
          summary: 'A link that shows a block on the real page, for an hour',
          description: 'It works without a session, and shows pending values.',
          params: z.object({ id: z.enum(listKeys(getSchemas(page))) }),
          response: { 200: previewLink },
        }),
        ({ params: { id } }) =>
          createLink(
            toPagePath(page),
            id,
            (query) => `${pagePaths[page]}?${query}${blockAnchors[id] ?? ''}`,
          ),
      );
    }
  },
);
