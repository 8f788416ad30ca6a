import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { registerClientErrorRoutes } from './routes.server';
import { purgeClientErrors } from './store.server';

/** Stores the errors that browsers report, and lists them for the owner. */
export const clientErrorsPlugin = definePlugin(
  { name: 'client-errors', dependencies: ['route-access', 'housekeeping'] },
  (app, { db }) => {
    registerClientErrorRoutes(app, db);
    app.addHousekeepingJobs(purgeClientErrors);
  },
);
