import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { registerSettingsRoutes } from './routes.server';
import { type SettingsHooks, SettingsStore } from './store.server';

declare module 'fastify' {
  interface FastifyInstance {
    settingsStore: SettingsStore;
  }
}

/** Registers the settings that the owner changes in the admin area. */
export const settingsPlugin = definePlugin<{ settingsHooks: SettingsHooks }>(
  { name: 'settings', dependencies: ['route-access', 'collections'] },
  (app, { settingsHooks, ...site }) => {
    app.decorate('settingsStore', new SettingsStore(site.db, app.settings.server, settingsHooks));
    registerSettingsRoutes(app, site);
  },
);
