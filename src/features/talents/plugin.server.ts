import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { createTalentBrowser, type TalentBrowser } from './browse-talents.server';
import { registerTalentRoutes } from './routes.server';

declare module 'fastify' {
  interface FastifyInstance {
    browseTalents: TalentBrowser;
  }
}

/** Registers the talent browser and the shortlist's route. */
export const talentsPlugin = definePlugin(
  { name: 'talents', dependencies: ['route-access', 'collections'] },
  (app) => {
    const { collectionStores, collectionSnapshots, responseCache: cache } = app;
    const browseTalents = createTalentBrowser(collectionSnapshots.talents);
    app.decorate('browseTalents', browseTalents);
    registerTalentRoutes(app, {
      store: collectionStores.talents,
      snapshot: collectionSnapshots.talents,
      browseTalents,
      cache,
    });
  },
);
