import { definePlugin, type SiteOptions } from '../../foundation/environment/define-plugin.server';
import { registerSettingsRoutes } from './routes.server';
import { type SettingsHooks, SettingsStore } from './store.server';

declare module 'fastify' {
  interface FastifyInstance {
    settingsStore: SettingsStore;
  }
}

interface SettingsOptions extends SiteOptions {
  settingsHooks: SettingsHooks;
}

/** Registers the settings that the owner changes in the admin area. */
export const settingsPlugin = definePlugin<SettingsOptions>(
  { name: 'settings', dependencies: ['route-access', 'collections'] },
  (app, { db, settingsHooks }) => {
    const { settings } = app;
    const store = new SettingsStore(db, settings.server, settingsHooks);
    app.decorate('settingsStore', store);
    registerSettingsRoutes(app, db, settings, store);
  },
);
