import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { registerSettingsRoutes } from './routes.server';
import { createSettingsStore } from './store.server';

/** Registers the settings that the owner changes in the admin area. */
export const settingsPlugin = definePlugin(
  { name: 'settings', dependencies: ['route-access', 'collections'] },
  (app, { db }) => {
    const { settings } = app;
    registerSettingsRoutes(app, db, settings, createSettingsStore(db, settings.server));
  },
);
