import { definePlugin, type SiteOptions } from '../../foundation/settings/define-plugin.server';
import { createTalentBrowser, type TalentBrowser } from './browse-talents.server';
import { registerTalentRoutes } from './routes.server';

declare module 'fastify' {
  interface FastifyInstance {
    browseTalents: TalentBrowser;
  }
}

interface TalentsOptions extends SiteOptions {
  /** The industries that visitors can filter by. */
  getIndustries: () => readonly string[];
}

/** Registers the talent browser and the shortlist's route. */
export const talentsPlugin = definePlugin<TalentsOptions>(
  { name: 'talents', dependencies: ['route-access', 'collections'] },
  (app, { getIndustries }) => {
    const { collectionStores, collectionSnapshots, responseCache: cache } = app;
    const browseTalents = createTalentBrowser(collectionSnapshots.talents, getIndustries);
    app.decorate('browseTalents', browseTalents);
    registerTalentRoutes(app, {
      store: collectionStores.talents,
      snapshot: collectionSnapshots.talents,
      browseTalents,
      cache,
      getIndustries,
    });
  },
);
