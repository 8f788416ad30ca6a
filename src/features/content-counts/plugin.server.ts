import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { registerContentCountRoutes } from './routes.server';

/** The dashboard's figures about the content. */
export const contentCountsPlugin = definePlugin(
  { name: 'content-counts', dependencies: ['route-access'] },
  (app, { db }) => registerContentCountRoutes(app, db),
);
