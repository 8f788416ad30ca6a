import { definePlugin } from '../../../foundation/environment/define-plugin.server';
import { createTalentBrowser, type TalentBrowser } from './browse-talents.server';
import { registerTalentRoutes } from './routes.server';
import type { FilterOptions } from './talent-search';

declare module 'fastify' {
  interface FastifyInstance {
    browseTalents: TalentBrowser;
  }
}

/** Registers the talent browser and the shortlist's route. */
export const talentsPlugin = definePlugin<{
  /** The options of the talent page's filters. */
  getOptions: () => FilterOptions;
}>({ name: 'talents', dependencies: ['route-access', 'collections'] }, (app, { getOptions }) => {
  const browseTalents = createTalentBrowser(app.collectionSnapshots.talents, getOptions);
  app.decorate('browseTalents', browseTalents);
  registerTalentRoutes(app, getOptions);
});
