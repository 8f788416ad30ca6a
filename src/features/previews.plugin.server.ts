import type { BaseItem } from '../collection-kit/define-collection';
import { getOperationNames } from '../collection-kit/operation-names.server';
import { applyPending, toPublished } from '../collection-kit/publication';
import { getOrCreateSecret } from '../db/stored-secret.server';
import { definePlugin } from '../foundation/settings/define-plugin.server';
import { describeErrors, describeRoutes, idParams } from '../http/api.server';
import { AppError } from '../lib/errors';
import { z } from '../lib/schema';
import { type CollectionPath, collections, mapCollections } from './collections';
import type { CollectionSnapshots } from './collections.plugin.server';
import type { PageContents } from './pages/page-contents.server';
import {
  createPreviewGoneError,
  createPreviewToken,
  verifyPreviewToken,
} from './preview-link.server';
import './pages/plugin.server';
import { createTalentBrowser, type TalentBrowser } from './talents/browse-talents.server';
import { talentsPerPage } from './talents/queries';

/** The lists and texts that a page is rendered with. */
export interface PageContent {
  pageContents: PageContents;
  collectionSnapshots: CollectionSnapshots;
  browseTalents: TalentBrowser;
}

interface ItemPreview {
  /** The item's name. */
  name: string;
  tab: string;
  /** Whether visitors see the item as the preview shows it. */
  isLive: boolean;
  /** In milliseconds since the epoch. */
  expires: number;
  /** The public content, with the item as it will be. */
  content: PageContent;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds what a preview link shows. @throws AppError gone */
    findPreview: (token: string) => Promise<ItemPreview>;
  }
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

/** Links by which an item is previewed on the real page, before visitors see it. */
export const previewsPlugin = definePlugin(
  { name: 'previews', dependencies: ['route-access', 'collections', 'page-contents', 'talents'] },
  (app, { db }) => {
    const { collectionStores, collectionSnapshots } = app;
    const loadSecret = () => getOrCreateSecret(db, 'preview');

    /** Lists what visitors see of the item's collection, with the item as it will be. */
    async function listWithItem(path: CollectionPath, id: string) {
      const stored: BaseItem = await collectionStores[path].findById(id);
      const list = await collectionStores[path].listPublished();
      return { stored, list: insertItem(list, toPublished(applyPending(stored))) };
    }

    app.decorate('findPreview', async (token) => {
      const { path, id, expires } = verifyPreviewToken(await loadSecret(), token);
      const collection = collections.find((one) => one.path === path);
      if (!collection) throw createPreviewGoneError();
      const { stored, list } = await listWithItem(collection.path, id).catch((error: unknown) => {
        throw error instanceof AppError ? createPreviewGoneError() : error;
      });
      const snapshots = mapCollections<CollectionSnapshots>((one) =>
        one === collection
          ? { read: async () => list, invalidate: () => undefined }
          : collectionSnapshots[one.path],
      );
      return {
        name: collection.getName(applyPending(stored)),
        tab: collection.tab,
        isLive: stored.state === 'published' && !stored.pending,
        expires,
        content: {
          pageContents: app.pageContents,
          collectionSnapshots: snapshots,
          browseTalents: createTalentBrowser(
            snapshots.talents,
            () => app.pageContents.site.filters,
          ),
        },
      };
    });

    for (const { path, label } of collections) {
      app.post(
        `/api/${path}/:id/preview`,
        describeRoute('admin', {
          operationId: `preview${getOperationNames({ path, label }).singular}`,
          summary: `A link that shows a ${label.toLowerCase()} on the real page, for an hour`,
          description: 'It works without a session, and shows pending changes.',
          params: idParams,
          response: {
            200: z.object({ url: z.string(), expiresAt: z.string() }),
            ...describeErrors('not_found'),
          },
        }),
        async ({ params: { id } }) => {
          const { list } = await listWithItem(path, id);
          const { token, expires } = createPreviewToken(await loadSecret(), { path, id });
          const page = 1 + Math.floor(list.findIndex((item) => item.id === id) / talentsPerPage);
          const url =
            path === 'talents'
              ? `/talent?${page > 1 ? `page=${page}&` : ''}preview=${token}`
              : `/?preview=${token}${homeAnchors[path] ?? ''}`;
          return { url, expiresAt: new Date(expires).toISOString() };
        },
      );
    }
  },
);
