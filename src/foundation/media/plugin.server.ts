import { join } from 'node:path';
import { definePlugin, type SiteOptions } from '../environment/define-plugin.server';
import type { Environment } from '../environment/environment.server';
import { type RenderPicture, renderUpload } from './picture-renderer.server';
import { readMissingTones, type ToneOptions } from './read-missing-tones.server';
import { type FindReferencedIds, removeUnusedPictures } from './remove-unused-pictures.server';
import { registerUploadRoutes } from './routes.server';
import { createS3Storage } from './s3-storage.server';
import { registerServingRoutes } from './serving-routes.server';
import { createFolderStorage, type PictureStorage } from './storage.server';
import { createPictureStore } from './store.server';

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
    registerUploadRoutes(app, { db, environment, pictures, storage, renderPicture });
    registerServingRoutes(app, {
      ...{ pictures, storage, renderPicture },
      demoFolder: demoPicturesDir,
      getLogo: () => environment.owner.logo,
    });
    const closing = new AbortController();
    const { signal } = closing;
    const readTones = () =>
      readMissingTones({ db, storage, renderPicture, findLogoIds, onToneRead, signal });
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
