import type { Database } from '../../db/database.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { decodeBlocks, type PagePatch, patchBlocks } from './blocks.server';
import type { PageName } from './contract';
import { loadPageContents, type PageContents } from './page-contents.server';
import { registerPageRoutes } from './routes.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** The texts of the pages. They stay in memory, because every page needs them. */
    pageContents: PageContents;
    /** Loads the texts as a patch would leave them. @throws AppError invalid */
    loadPatchedContents: (page: PageName, patch: PagePatch) => Promise<PageContents>;
    /** Renders a page with other texts, without scripts. Decorated where pages are rendered. */
    renderPagePreview: (page: PageName, pageContents: PageContents) => Promise<string>;
  }
}

/** Registers the texts of the public pages, which the owner changes in the admin area. */
export const pageContentsPlugin = definePlugin<{
  /** Returns whether the site still has items of the demo content. */
  hasDemoItems: (db: Database) => Promise<boolean>;
}>(
  { name: 'page-contents', dependencies: ['route-access', 'collections'] },
  async (app, { db, environment, hasDemoItems }) => {
    const load = async (blocks = decodeBlocks(app.settings.getRows())) =>
      loadPageContents({
        db,
        environment,
        blocks,
        people: await app.collectionSnapshots.talents.read(),
        hasDemoItems: await hasDemoItems(db),
      });
    let contents = await load();
    app.decorate('pageContents', { getter: () => contents });
    app.decorate('loadPatchedContents', (page, patch) =>
      load(patchBlocks(contents.blocks, page, patch)),
    );
    app.onContentChange(async () => {
      contents = await load();
    });
    registerPageRoutes(app, db);
  },
);
