import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { registerTalentRoutes } from './routes.server';

/** The talent browser and shortlists. */
export const talentsPlugin = definePlugin(
  { name: 'talents', dependencies: ['route-access', 'content'] },
  (app) => {
    registerTalentRoutes(app, {
      store: app.collectionStores.talents,
      snapshot: app.talentSnapshot,
      cache: app.responseCache,
    });
  },
);
