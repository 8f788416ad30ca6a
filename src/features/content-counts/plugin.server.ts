import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { registerContentCountRoutes } from './routes.server';

/** Registers the dashboard's content counts. */
export const contentCountsPlugin = definePlugin(
  { name: 'content-counts', dependencies: ['route-access'] },
  (app, { db }) => registerContentCountRoutes(app, db),
);
