import { join } from 'node:path';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import type { LogoTone } from '../../lib/picture-values';
import { definePlugin, type SiteOptions } from '../environment/define-plugin.server';
import type { Environment } from '../environment/environment.server';
import { getFallbackName, type RenderPicture, renderUpload } from './picture-renderer.server';
import { type FindReferencedIds, removeUnusedPictures } from './remove-unused-pictures.server';
import { registerUploadRoutes } from './routes.server';
import { createS3Storage } from './s3-storage.server';
import { registerServingRoutes } from './serving-routes.server';
import { createFolderStorage, type PictureStorage } from './storage.server';
import { createPictureStore, type MediaContext } from './store.server';

/** How the content finds its logos and takes over their colors. */
interface ToneOptions {
  /** Returns the ids of the pictures that the content shows as logos. */
  findLogoIds: (db: Database) => Promise<ReadonlySet<string>>;
  /** Called in the transaction that stores the colors of a picture. */
  onToneRead: (transaction: DatabaseTransaction, id: string) => Promise<void>;
}

interface Dependencies extends MediaContext, ToneOptions {
  signal: AbortSignal;
}

/** Lists the logos whose colors are unknown. Only logos need them, and rendering is expensive. */
async function listMissing({ db, findLogoIds }: Dependencies) {
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'fallback'])
    .where('state', '=', 'ready')
    .where('tone', 'is', null)
    .execute();
  if (rows.length === 0) return [];
  const logoIds = await findLogoIds(db);
  return rows.filter(({ id }) => logoIds.has(id));
}

type Missing = Awaited<ReturnType<typeof listMissing>>[number];

/** Reads the colors of a picture. One that can't be read counts as colored. */
async function readTone(
  { storage, renderPicture }: Dependencies,
  { id, fallback }: Missing,
): Promise<LogoTone> {
  const bytes = fallback && (await storage.get(id, getFallbackName(fallback)));
  if (!bytes) return 'color';
  try {
    return (await renderPicture(bytes, undefined)).tone;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    return 'color';
  }
}

/**
 * Reads the colors of the logos that an earlier release stored, from their files. Several processes
 * may do it at once: each color counts once.
 */
async function readMissingTones(dependencies: Dependencies): Promise<void> {
  const { db, onToneRead, signal } = dependencies;
  for (const logo of await listMissing(dependencies)) {
    if (signal.aborted) return;
    const tone = await readTone(dependencies, logo);
    await runInTransaction(db, async (transaction) => {
      const update = await transaction
        .updateTable('pictures')
        .set({ tone })
        .where('id', '=', logo.id)
        .where('tone', 'is', null)
        .executeTakeFirst();
      if (Number(update.numUpdatedRows) > 0) await onToneRead(transaction, logo.id);
    });
  }
}

/** Creates the configured storage: an S3-compatible store, or the data folder. */
export const createPictureStorage = (environment: Environment): PictureStorage =>
  environment.S3_ENDPOINT
    ? createS3Storage(environment)
    : createFolderStorage(join(environment.DATA_DIR, 'pictures'));

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws when the picture store can't be reached */
    checkPictureStore: () => Promise<void>;
  }
}

export interface MediaOptions extends SiteOptions, ToneOptions {
  /** The folder of the demo pictures, which the build has rendered. */
  demoPicturesDir?: string;
  /** Finds the pictures that the content references. All others are removed. */
  findReferencedIds: FindReferencedIds;
  /** Renders uploads; by default in this process. */
  renderPicture?: RenderPicture;
}

/** Uploads and serves pictures. */
export const mediaPlugin = definePlugin<MediaOptions>(
  { name: 'media', dependencies: ['route-access', 'housekeeping'] },
  (app, options) => {
    const { db, environment, demoPicturesDir, renderPicture = renderUpload } = options;
    const { findReferencedIds, findLogoIds, onToneRead } = options;
    const pictures = createPictureStore(db);
    const storage = createPictureStorage(environment);
    app.decorate('checkPictureStore', () => storage.check());
    const context = { db, environment, pictures, storage, renderPicture };
    registerUploadRoutes(app, context);
    registerServingRoutes(app, context, demoPicturesDir);
    const closing = new AbortController();
    const { signal } = closing;
    const readTones = () => readMissingTones({ ...context, findLogoIds, onToneRead, signal });
    app.addHousekeepingJobs(function removePictures() {
      return removeUnusedPictures({ db, storage, findReferencedIds });
    }, readTones);
    let firstReading: Promise<void> | undefined;
    app.addHook('onListen', async () => {
      firstReading = readTones().catch((error) =>
        app.log.warn({ err: error }, 'the colors of logos could not be read'),
      );
    });
    app.addHook('onClose', () => {
      closing.abort();
      return firstReading;
    });
  },
);
