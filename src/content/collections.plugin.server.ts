import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type ContentReader, createContentReader } from '../db/content-reader.server';
import { watchContentVersion } from '../db/content-version.server';
import { type Database, isPostgres } from '../db/database.server';
import { readSessionToken } from '../foundation/auth/cookies.server';
import { isSignedIn } from '../foundation/auth/require-admin.server';
import { registerReadRoutes } from './kit/read-routes.server';
import { type CollectionSnapshot, createSnapshot } from './kit/snapshot.server';
import { registerWriteRoutes } from './kit/write-routes.server';
import '../foundation/cdn.plugin.server';
import { sql } from 'kysely';
import type { OutageLog } from '../db/outage-log.server';
import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';
import { startJob } from '../lib/start-job.server';
import { SECOND } from '../lib/time/durations';
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
import type { DocumentStore } from './kit/documents.server';
import { pageNames } from './pages/contract';
import { PageStore } from './pages/store.server';

/** Documents that change at a time. */
type Scheduled = Pick<DocumentStore<never, never>, 'findNextDueAt' | 'applyDueChanges'>;

/**
 * Reads the clock by which changes are published: PostgreSQL's, so that a machine whose clock is fast
 * publishes nothing early. SQLite runs on this machine.
 */
async function readClock(db: Database): Promise<string> {
  if (!isPostgres(db)) return new Date().toISOString();
  const { rows } = await sql<{ ms: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db);
  return new Date(Number(rows[0]?.ms)).toISOString();
}

interface Dependencies {
  log: FastifyBaseLogger;
  outages: OutageLog;
  /** Whether background work may query the database now, which may be asleep. */
  mayPoll: () => boolean;
}

/**
 * Publishes and unpublishes content when it is due. Each process tries, and the database lets one
 * succeed. That increments the content version, by which all processes notice it. Sends no queries
 * without scheduled changes.
 */
function createScheduledChanges(
  db: Database,
  stores: readonly Scheduled[],
  { log, outages, mayPoll }: Dependencies,
) {
  let dueTimes: { store: Scheduled; dueAt: string }[] = [];

  /** @returns whether something was due */
  async function applyAll(): Promise<boolean> {
    if (dueTimes.length === 0 || !mayPoll()) return false;
    const now = await readClock(db);
    const due = dueTimes.filter(({ dueAt }) => dueAt <= now);
    for (const { store } of due) await store.applyDueChanges(now);
    return due.length > 0;
  }

  return {
    /** Reads when the next changes are due, after the content has changed. */
    async refresh(): Promise<void> {
      const found: typeof dueTimes = [];
      for (const store of stores) {
        const dueAt = await store.findNextDueAt();
        if (dueAt !== null) found.push({ store, dueAt });
      }
      dueTimes = found;
    },

    /**
     * Applies changes when they are due, within a second.
     * @param onApplied called afterwards
     * @returns a function that stops it, after a change in progress
     */
    start(onApplied: () => Promise<void>): () => Promise<void> {
      return startJob(
        async () => {
          if (await applyAll()) await onApplied();
        },
        {
          intervalMs: SECOND,
          onError(error) {
            if (!outages.record(error)) log.error({ err: error }, 'a scheduled change failed');
          },
        },
      );
    },
  };
}

export type CollectionSnapshots = {
  [P in CollectionPath]: CollectionSnapshot<ItemAt<P>>;
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
    const { responseCache: cache, settings, log, outages, mayPoll } = app;
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
    const scheduledChanges = createScheduledChanges(db, documents, { log, outages, mayPoll });
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
    const contentWatcher = await watchContentVersion(db, onContentChange, {
      log,
      outages,
      mayPoll,
    });
    const stopSchedule = scheduledChanges.start(contentWatcher.checkNow);
    app.addHook('onClose', async () => {
      await stopSchedule();
      await contentWatcher.stop();
    });
    // Check before the admin gets the response, so that the admin's next request sees the change.
    app.addHook('onSend', (request, _reply, payload, done) => {
      const isWrite = request.routeOptions.config?.access === 'admin' && request.method !== 'GET';
      if (!isWrite) return done(null, payload);
      contentWatcher.checkNow().then(() => done(null, payload), done);
    });

    const mayBeAdmin = (request: FastifyRequest) => readSessionToken(request, environment) !== '';
    const isAdmin = (request: FastifyRequest) => isSignedIn(request, { db, environment });
    for (const collection of collections) {
      const store = stores[collection.path];
      registerReadRoutes(app, collection, { db, store, content, cache, mayBeAdmin, isAdmin });
      registerWriteRoutes(app, collection, store);
    }
  },
);
