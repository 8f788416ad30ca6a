import { definePlugin } from '../settings/define-plugin.server';
import { registerAuthRoutes } from './routes.server';
import { registerSecurityRoutes } from './security-routes.server';

/** Registers the admin's sign-in, sessions and second factor. */
export const authPlugin = definePlugin(
  { name: 'auth', dependencies: ['route-access'] },
  (app, { db, environment }) => {
    registerAuthRoutes(app, db, environment);
    registerSecurityRoutes(app, db, environment);
  },
);
