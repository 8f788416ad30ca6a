import { definePlugin, type SiteOptions } from '../settings/define-plugin.server';
import { requireAdmin } from './require-admin.server';

/** Who may call a route: the tests check that each admin route rejects strangers. */
interface RouteAccess {
  method: string[];
  url: string;
  access: 'public' | 'admin';
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteAccess[];
  }
}

export interface RouteAccessOptions extends SiteOptions {
  /** Until it resolves, nobody can sign in or call an admin route. */
  adminAccountReady?: Promise<void>;
}

/**
 * Guards the routes for the admin. Every route registered after it must declare its `access`; one that
 * does not stops the start.
 */
export const routeAccessPlugin = definePlugin<RouteAccessOptions>(
  { name: 'route-access', dependencies: ['@fastify/cookie'] },
  (app, { db, environment, adminAccountReady }) => {
    const requireAdminSession = requireAdmin(db, environment);
    const waitForAdminAccount = async () => adminAccountReady;
    const routeTable: RouteAccess[] = [];
    app.decorate('routeTable', routeTable);
    app.decorateRequest('userId', null);
    app.addHook('onRoute', (route) => {
      const { url, method, config } = route;
      const access = config?.access;
      if (!access) throw new Error(`${method} ${url} does not say who may call it.`);
      const guards = [
        ...(access === 'admin' || url.startsWith('/api/auth/') ? [waitForAdminAccount] : []),
        ...(access === 'admin' ? [requireAdminSession] : []),
      ];
      route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
      routeTable.push({ method: [method].flat(), url, access });
    });
  },
);
