import { createSnapshot, type Snapshot } from '../lib/snapshot.server';
import '../foundation/cdn.plugin.server';
import { type ContentReader, createContentReader } from '../db/content-reader.server';
import { watchContentVersion } from '../db/content-version.server';
import type { Database } from '../db/database.server';
import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';
import { isAdminChange } from '../http/api.server';
import {
  type CollectionPath,
  collections,
  type ItemAt,
  mapCollections,
} from './collections/collections';
import {
  type CollectionHooks,
  type CollectionStores,
  createCollectionStores,
} from './collections/collections.server';
import { registerReadRoutes } from './kit/read-routes.server';
import { createScheduledChanges } from './kit/scheduled-changes.server';
import { registerItemRoutes, registerListRoutes } from './kit/write-routes.server';
import { pageNames } from './pages/contract';
import { PageStore } from './pages/store.server';

export type CollectionSnapshots = {
  [P in CollectionPath]: Snapshot<readonly ItemAt<P>[]>;
};

declare module 'fastify' {
  interface FastifyInstance {
    collectionStores: CollectionStores;
    /** Reads content for visitors, from a replica if there is one. */
    content: ContentReader;
    /** The published items, in memory, for the pages and the talent browser. */
    collectionSnapshots: CollectionSnapshots;
    /** Calls back after content or settings have changed, in any process, before caches fill. */
    onContentChange: (listener: () => Promise<void>) => void;
  }
}

export interface CollectionsOptions extends SiteOptions {
  /** A copy of the database that content is read from. */
  replica?: Database | undefined;
  collectionHooks: CollectionHooks;
}

/** Registers the collections' stores and routes, and clears the caches when content changes. */
export const collectionsPlugin = definePlugin<CollectionsOptions>(
  { name: 'collections', dependencies: ['route-access', 'cdn'] },
  async (app, { db, replica, environment, collectionHooks }) => {
    const { responseCache: cache, settings, log } = app;
    const stores = createCollectionStores(db, collectionHooks);
    const getVersion = () => contentWatcher.getVersion();
    const content = createContentReader({ db, replica, getVersion, log });
    const snapshots = mapCollections<CollectionSnapshots>(({ path }) =>
      createSnapshot<unknown>(() =>
        content.read<unknown[]>((source) => stores[path].listPublished(source)),
      ),
    );
    app.decorate('content', content);
    app.decorate('collectionStores', stores);
    app.decorate('collectionSnapshots', snapshots);

    const pages = pageNames.map((page) => new PageStore(db, page));
    const documents = [...Object.values(stores), ...pages];
    const scheduledChanges = createScheduledChanges(db, documents, app);
    const listeners: (() => Promise<void>)[] = [];
    app.decorate('onContentChange', (listener) => {
      listeners.push(listener);
    });

    const onContentChange = async () => {
      await scheduledChanges.refresh();
      cache.clear();
      for (const { path } of collections) snapshots[path].invalidate();
      await settings.refresh();
      for (const listener of listeners) await listener();
      // Clear the cache again: a page that was rendered meanwhile has the old settings and texts.
      cache.clear();
      app.purgeCdn();
    };
    const contentWatcher = await watchContentVersion(db, onContentChange, app);
    const stopSchedule = scheduledChanges.start(contentWatcher.checkNow);
    app.addHook('onClose', async () => {
      await stopSchedule();
      await contentWatcher.stop();
    });
    // Check before the admin gets the response, so that the admin's next request sees the change.
    app.addHook('onSend', (request, _reply, payload, done) => {
      if (!isAdminChange(request)) return done(null, payload);
      contentWatcher.checkNow().then(() => done(null, payload), done);
    });

    for (const collection of collections) {
      const store = stores[collection.path];
      registerReadRoutes(app, collection, { db, environment, store, content });
      registerItemRoutes(app, collection, store);
      registerListRoutes(app, collection, store);
    }
  },
);
