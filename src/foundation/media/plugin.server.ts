import { definePlugin, type SiteOptions } from '../settings/define-plugin.server';
import { createPictureStorage } from './create-picture-storage.server';
import { type RenderPicture, renderUpload } from './picture-renderer.server';
import { registerUploadRoutes } from './routes.server';
import { registerServingRoutes } from './serving-routes.server';
import type { PictureStorage } from './storage.server';
import { createPictureStore } from './store.server';

declare module 'fastify' {
  interface FastifyInstance {
    pictureStorage: PictureStorage;
  }
}

export interface MediaOptions extends SiteOptions {
  /** The folder of the demo's pictures, which the build has rendered. */
  demoPicturesDir?: string;
  /** Renders uploads; by default in this process. */
  renderPicture?: RenderPicture;
}

/** Uploads and serves pictures. */
export const mediaPlugin = definePlugin<MediaOptions>(
  { name: 'media', dependencies: ['route-access'] },
  (app, { db, environment, demoPicturesDir, renderPicture = renderUpload }) => {
    const pictures = createPictureStore(db);
    const storage = createPictureStorage(environment);
    app.decorate('pictureStorage', storage);
    registerUploadRoutes(app, { db, environment, pictures, storage, renderPicture });
    registerServingRoutes(app, { pictures, storage, demoFolder: demoPicturesDir });
  },
);
