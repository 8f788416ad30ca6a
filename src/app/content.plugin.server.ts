import type { FastifyRequest } from 'fastify';
import { registerHistoryRoutes } from '../collection-kit/history-routes.server';
import { registerCollectionRoutes } from '../collection-kit/routes.server';
import { type CollectionSnapshot, createSnapshot } from '../collection-kit/snapshot.server';
import { type CollectionStore, createCollectionStores } from '../collection-kit/store.server';
import { watchContentVersion } from '../db/content-version-watcher.server';
import { type CollectionPath, collections } from '../features/collections';
import { releasePayments } from '../features/payments/release-payments.server';
import type { Talent } from '../features/talents/contract';
import { readSessionToken } from '../foundation/auth/require-admin.server';
import { definePlugin } from '../foundation/settings/define-plugin.server';

declare module 'fastify' {
  interface FastifyInstance {
    collectionStores: Record<CollectionPath, CollectionStore>;
    talentSnapshot: CollectionSnapshot<Talent>;
  }
}

/** The collections: their stores and routes, and the caches that a change of the content clears. */
export const contentPlugin = definePlugin(
  { name: 'content', dependencies: ['route-access'] },
  async (app, { db, environment }) => {
    const { responseCache: cache, log, outages } = app;
    const stores = createCollectionStores(db, {
      packages: (transaction, id) => releasePayments(transaction, 'packageId', id),
    });
    const talentSnapshot = createSnapshot(() => stores.talents.list() as Promise<Talent[]>);
    app.decorate('collectionStores', stores);
    app.decorate('talentSnapshot', talentSnapshot);

    const onContentChange = () => {
      cache.clear();
      talentSnapshot.invalidate();
    };
    const contentWatcher = await watchContentVersion(db, onContentChange, { log, outages });
    app.addHook('onClose', () => contentWatcher.stop());
    // Before the admin gets the response, so that the next request sees the change.
    app.addHook('onSend', (request, _reply, payload, done) => {
      const isWrite = request.routeOptions.config?.access === 'admin' && request.method !== 'GET';
      if (!isWrite) return done(null, payload);
      contentWatcher.checkNow().then(() => done(null, payload), done);
    });

    const mayBeAdmin = (request: FastifyRequest) =>
      readSessionToken(request, environment) !== undefined;
    for (const collection of collections) {
      const store = stores[collection.path];
      registerCollectionRoutes(app, collection, { store, cache, mayBeAdmin });
      registerHistoryRoutes(app, db, collection, store);
    }
  },
);
