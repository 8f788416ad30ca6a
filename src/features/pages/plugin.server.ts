import type { Database } from '../../db/database.server';
import { definePlugin, type SiteOptions } from '../../foundation/settings/define-plugin.server';
import { loadPageContents, type PageContents } from './page-contents.server';
import { registerPageRoutes } from './routes.server';
import { createPageStore } from './store.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** The texts of the pages. They stay in memory, because every page needs them. */
    pageContents: PageContents;
  }
}

interface PageContentsOptions extends SiteOptions {
  /** Whether the site still has items of the demo content. */
  hasDemoItems: (db: Database) => Promise<boolean>;
}

/** Registers the texts of the public pages, which the owner changes in the admin area. */
export const pageContentsPlugin = definePlugin<PageContentsOptions>(
  { name: 'page-contents', dependencies: ['route-access', 'collections'] },
  async (app, { db, environment, hasDemoItems }) => {
    const load = async () =>
      loadPageContents({
        db,
        environment,
        rows: app.settings.getRows(),
        people: await app.collectionSnapshots.talents.read(),
        hasDemoItems: await hasDemoItems(db),
      });
    let contents = await load();
    app.decorate('pageContents', { getter: () => contents });
    app.onContentChange(async () => {
      contents = await load();
    });
    registerPageRoutes(app, db, createPageStore(db));
  },
);
